"""Every address of the site: its own few pages, the apps', the admin."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from mordheim.reading_admin import no_way_out


def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain")


urlpatterns = [
    path("", include("mordheim.urls_pages")),
    path("", include("warbands.urls")),
    path("", include("campaigns.urls")),
    path("", include("campaigns.urls_schemas")),
    path("", include("encounters.urls_table")),
    path("", include("encounters.urls_pit")),
    path("", include("encounters.urls_skirmish")),
    path("", include("encounters.urls_duel")),
    # Before Django's own, which has the same address.
    path("admin/r/<path:content_type_id>/<path:object_id>/", no_way_out),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
]
