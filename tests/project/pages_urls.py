"""Only the pages that belong to the site as a whole, and the rules."""

from django.urls import include, path

urlpatterns = [
    path("", include("mordheim.urls_pages")),
    path("rules/", include("warbands.urls_rules")),
]
