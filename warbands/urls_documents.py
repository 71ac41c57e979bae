"""Addresses of printed sheets."""

from django.urls import path

from warbands.views import documents

urlpatterns = [
    path("warbands/<int:pk>/print/", documents.print_options, name="print-options"),
    path("warbands/<int:pk>/documents/", documents.document_request, name="document-request"),
    path("documents/<int:pk>/", documents.document_detail, name="document-detail"),
    path("documents/<int:pk>/delete/", documents.document_delete, name="document-delete"),
    path("documents/<int:pk>/<slug:name>.pdf", documents.document_file, name="document-file"),
]
