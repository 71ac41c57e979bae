from importlib import import_module

from django.apps import AppConfig


class EncountersConfig(AppConfig):
    name = "encounters"
    label = "encounters"
    verbose_name = "encounters"

    def ready(self) -> None:
        # Campaigns know nothing of encounters: a battle's record of dice and what an account takes along ask whoever
        # has added himself.
        import_module("encounters.table_records")
        import_module("encounters.exports")
        import_module("encounters.arrivals")
        import_module("encounters.departures")
        import_module("encounters.tracking")
        import_module("encounters.homecoming")
        import_module("encounters.reminders")
        import_module("encounters.services.pit_tournaments")
