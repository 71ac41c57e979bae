"""Addresses of the schemas of the plain files after a battle, beside that of the warband file."""

from django.urls import path

from campaigns.views import schemas

urlpatterns = [
    path("schema/report-1.json", schemas.report, name="report-schema"),
    path("schema/choices-1.json", schemas.choices, name="choices-schema"),
]
