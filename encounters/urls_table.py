"""Addresses of the table of a battle and of the game on it, below the battle."""

from django.urls import path

from encounters.views import game, table_papers, tables

TABLE = "campaigns/<id:pk>/battles/<id:battle_id>/table"
SHEET = f"{TABLE}/sheets/<id:document_id>"
GAME = "campaigns/<id:pk>/battles/<id:battle_id>/game"

urlpatterns = [
    path(f"{TABLE}/", tables.table, name="table"),
    path(f"{TABLE}/since/<id:version>/", tables.table_since, name="table-since"),
    path(f"{TABLE}/begin/", tables.table_begin, name="table-begin"),
    path(f"{TABLE}/take/", tables.table_take, name="table-take"),
    path(f"{TABLE}/back/", tables.table_back, name="table-back"),
    path(f"{TABLE}/over/", tables.table_over, name="table-over"),
    path(f"{TABLE}/map/", tables.table_map, name="table-map"),
    path(f"{TABLE}/alliances/", tables.table_alliances, name="table-alliances"),
    path(f"{TABLE}/close/", tables.table_close, name="table-close"),
    path(f"{TABLE}/map.svg", table_papers.table_map_file, name="table-map-file"),
    path(f"{TABLE}/print/", table_papers.table_print, name="table-print"),
    path(f"{SHEET}/", table_papers.table_document, name="table-document"),
    path(f"{SHEET}/cancel/", table_papers.table_document_cancel, name="table-document-cancel"),
    path(f"{SHEET}/<slug:name>.pdf", table_papers.table_document_file, name="table-document-file"),
    path(f"{GAME}/", game.game, name="game"),
    path(f"{GAME}/since/<id:version>/", game.game_since, name="game-since"),
    path(f"{GAME}/take/", game.game_take, name="game-take"),
    path(f"{GAME}/back/", game.game_back, name="game-back"),
    path(f"{GAME}/report/", game.game_report, name="game-report"),
]
