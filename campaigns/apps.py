from importlib import import_module

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"
    label = "campaigns"
    verbose_name = "campaigns"

    def ready(self) -> None:
        # Warbands know nothing of campaigns: what becomes of a campaign when an account or a warband goes hangs on
        # the signals that this module answers.
        import_module("campaigns.departures")
