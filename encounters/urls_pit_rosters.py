"""Addresses of the fighters whom players keep, below ``pit/fighters/``. A fighter is found by his code alone: whoever
has it may read his page."""

from django.urls import path

from encounters.views import pit_roster_papers, pit_rosters

FIGHTER = "<slug:code>"
DOCUMENT = "sheets/<slug:code>"

urlpatterns = [
    path("", pit_rosters.rosters, name="pit-rosters"),
    path("new/", pit_rosters.roster_new, name="pit-roster-new"),
    path("dead/", pit_rosters.gallery, name="pit-gallery"),
    path(f"{DOCUMENT}/", pit_roster_papers.document, name="pit-document"),
    path(f"{DOCUMENT}/cancel/", pit_roster_papers.document_cancel, name="pit-document-cancel"),
    path(f"{DOCUMENT}/<slug:name>.pdf", pit_roster_papers.document_file, name="pit-document-file"),
    path(f"{FIGHTER}/", pit_rosters.roster, name="pit-roster"),
    path(f"{FIGHTER}/edit/", pit_rosters.roster_edit, name="pit-roster-edit"),
    path(f"{FIGHTER}/act/", pit_rosters.roster_act, name="pit-roster-act"),
    path(f"{FIGHTER}/delete/", pit_rosters.roster_delete, name="pit-roster-delete"),
    path(f"{FIGHTER}/print/", pit_roster_papers.roster_print, name="pit-roster-print"),
]
