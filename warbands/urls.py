"""Addresses of warbands and warriors. Those of rules, accounts and printed sheets stand in modules of their own."""

from django.urls import include, path

from warbands.views import files, sharing, warbands, warriors

WARRIOR = "warbands/<int:pk>/warriors/<int:warrior_id>"

urlpatterns = [
    path("warbands/", warbands.warband_list, name="warband-list"),
    path("warbands/new/", warbands.warband_new, name="warband-new"),
    path("warbands/import/", files.warband_import, name="warband-import"),
    path("warbands/<int:pk>/", warbands.warband_detail, name="warband-detail"),
    path("warbands/<int:pk>/recruit/", warriors.warband_recruit, name="warband-recruit"),
    path("warbands/<int:pk>/rename/", warbands.warband_rename, name="warband-rename"),
    path("warbands/<int:pk>/notes/", warbands.warband_notes, name="warband-notes"),
    path("warbands/<int:pk>/found/", warbands.warband_found, name="warband-found"),
    path("warbands/<int:pk>/sell/", warbands.warband_sell, name="warband-sell"),
    path("warbands/<int:pk>/duplicate/", warbands.warband_duplicate, name="warband-duplicate"),
    path("warbands/<int:pk>/delete/", warbands.warband_delete, name="warband-delete"),
    path("warbands/<int:pk>/history/", warbands.warband_history, name="warband-history"),
    path("warbands/<int:pk>/share/", sharing.warband_share, name="warband-share"),
    path("warbands/<int:pk>/unshare/", sharing.warband_unshare, name="warband-unshare"),
    path("warbands/<int:pk>/export.yaml", files.warband_export, {"ending": "yaml"}, name="warband-export"),
    path("warbands/<int:pk>/export.json", files.warband_export, {"ending": "json"}, name="warband-export-json"),
    path(f"{WARRIOR}/", warriors.warrior_detail, name="warrior-detail"),
    path(f"{WARRIOR}/buy/", warriors.warrior_piece, {"act": "buy"}, name="warrior-buy"),
    path(f"{WARRIOR}/take-away/", warriors.warrior_piece, {"act": "take-away"}, name="warrior-take-away"),
    path(f"{WARRIOR}/hand-out/", warriors.warrior_piece, {"act": "hand-out"}, name="warrior-hand-out"),
    path(f"{WARRIOR}/enlarge/", warriors.warrior_enlarge, name="warrior-enlarge"),
    path(f"{WARRIOR}/dismiss/", warriors.warrior_dismiss, name="warrior-dismiss"),
    path(f"{WARRIOR}/rename/", warriors.warrior_rename, name="warrior-rename"),
    path(f"{WARRIOR}/notes/", warriors.warrior_notes, name="warrior-notes"),
    path(f"{WARRIOR}/move/", warriors.warrior_move, name="warrior-move"),
    path(f"{WARRIOR}/spell/", warriors.warrior_spell, name="warrior-spell"),
    path("w/<slug:token>/", sharing.warband_public, name="warband-public"),
    path("w/<slug:token>.json", sharing.warband_public_json, name="warband-public-json"),
    path("schema/warband-1.json", files.schema, name="warband-schema"),
    path("rules/", include("warbands.urls_rules")),
    path("", include("warbands.urls_accounts")),
    path("", include("warbands.urls_documents")),
]
