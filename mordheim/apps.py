from importlib import import_module

from django.apps import AppConfig
from django.urls import register_converter

from mordheim.converters import RowNumber


class MordheimConfig(AppConfig):
    name = "mordheim"
    verbose_name = "Mordheim"

    def ready(self) -> None:
        # A shared task belongs to whichever Celery app is current when it is sent, so ours must exist by then;
        # the package's __init__ stays empty to keep the rules importable without Django and Celery.
        import_module("mordheim.celery")
        register_converter(RowNumber, "id")
