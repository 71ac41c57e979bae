"""Addresses of Hit Chance. A skirmish is found by its code alone: whoever has it may watch."""

from django.urls import path

from encounters.views import skirmish_papers, skirmish_playing, skirmish_sides, skirmishes

FIGHT = "hit-chance/fights/<slug:code>"
DOCUMENT = "hit-chance/sheets/<slug:code>"

urlpatterns = [
    path("hit-chance/", skirmishes.skirmishes, name="hit-chance"),
    path("hit-chance/new/", skirmishes.skirmish_new, name="skirmish-new"),
    path("hit-chance/tables/", skirmishes.tables, name="hit-chance-tables"),
    path(f"{FIGHT}/", skirmish_playing.skirmish, name="skirmish"),
    path(f"{FIGHT}/since/<id:version>/", skirmish_playing.skirmish_since, name="skirmish-since"),
    path(f"{FIGHT}/fighter/", skirmish_sides.skirmish_fighter, name="skirmish-fighter"),
    path(f"{FIGHT}/check/", skirmish_sides.skirmish_check, name="skirmish-check"),
    path(f"{FIGHT}/change/", skirmish_sides.skirmish_change, name="skirmish-change"),
    path(f"{FIGHT}/ground/", skirmish_sides.skirmish_ground, name="skirmish-ground"),
    path(f"{FIGHT}/begin/", skirmish_sides.skirmish_begin, name="skirmish-begin"),
    path(f"{FIGHT}/order/", skirmish_playing.skirmish_order, name="skirmish-order"),
    path(f"{FIGHT}/all-done/", skirmish_playing.skirmish_all_done, name="skirmish-all-done"),
    path(f"{FIGHT}/throw/", skirmish_playing.skirmish_throw, name="skirmish-throw"),
    path(f"{FIGHT}/back/", skirmish_playing.skirmish_back, name="skirmish-back"),
    path(f"{FIGHT}/log/", skirmish_playing.skirmish_log, name="skirmish-log"),
    path(f"{FIGHT}/again/", skirmishes.skirmish_again, name="skirmish-again"),
    path(f"{FIGHT}/throw-away/", skirmishes.skirmish_throw_away, name="skirmish-throw-away"),
    path(f"{FIGHT}/skirmish.yaml", skirmishes.skirmish_file, name="skirmish-file"),
    path(f"{FIGHT}/print/", skirmish_papers.skirmish_print, name="skirmish-print"),
    path(f"{DOCUMENT}/", skirmish_papers.document, name="skirmish-document"),
    path(f"{DOCUMENT}/cancel/", skirmish_papers.document_cancel, name="skirmish-document-cancel"),
    path(f"{DOCUMENT}/<slug:name>.pdf", skirmish_papers.document_file, name="skirmish-document-file"),
]
