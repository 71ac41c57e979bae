from django.apps import AppConfig


class EncountersConfig(AppConfig):
    name = "encounters"
    label = "encounters"
    verbose_name = "encounters"
