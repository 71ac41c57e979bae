from django.apps import AppConfig


class WarbandsConfig(AppConfig):
    name = "warbands"
    label = "warbands"
    verbose_name = "warbands"
