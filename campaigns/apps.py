from importlib import import_module

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"
    label = "campaigns"
    verbose_name = "campaigns"

    def ready(self) -> None:
        # Warbands know nothing of campaigns: what becomes of a campaign when an account or a warband goes, and whose
        # turn it is, hang on the signals that these modules answer.
        import_module("campaigns.departures")
        import_module("campaigns.reminders")
