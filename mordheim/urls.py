"""Every address of the site: its own few pages, the apps', the admin."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain")


urlpatterns = [
    path("", include("mordheim.urls_pages")),
    path("", include("warbands.urls")),
    path("", include("campaigns.urls")),
    path("", include("campaigns.urls_schemas")),
    path("", include("encounters.urls")),
    path("", include("encounters.urls_pit")),
    path("", include("encounters.urls_skirmish")),
    path("", include("encounters.urls_duel")),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
]
