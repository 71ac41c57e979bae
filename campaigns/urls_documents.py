"""Addresses of what a campaign prints."""

from datetime import date

from django.urls import path, register_converter

from campaigns.views import documents


class DayConverter:
    """A local day as ``2026-11-30``; any other text leads nowhere."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(DayConverter, "day")
CAMPAIGN = "campaigns/<id:pk>"
DOCUMENT = f"{CAMPAIGN}/documents/<id:document_id>"

urlpatterns = [
    path(f"{CAMPAIGN}/evenings/last/print/", documents.evening_last, name="evening-last"),
    path(f"{CAMPAIGN}/evenings/<day:day>/print/", documents.evening_print, name="evening-print"),
    path(f"{CAMPAIGN}/nights/<id:side_id>/print/", documents.night_print, name="night-print"),
    path(f"{DOCUMENT}/", documents.campaign_document, name="campaign-document"),
    path(f"{DOCUMENT}/cancel/", documents.campaign_document_cancel, name="campaign-document-cancel"),
    path(f"{DOCUMENT}/<slug:name>.pdf", documents.campaign_document_file, name="campaign-document-file"),
]
