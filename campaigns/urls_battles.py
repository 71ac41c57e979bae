"""Addresses of battles, below their campaign."""

from django.urls import path

from campaigns.views import battle_reports, battles, dice, undoing

BATTLES = "campaigns/<id:pk>/battles"
BATTLE = f"{BATTLES}/<id:battle_id>"
SIDE = f"{BATTLE}/sides/<id:side_id>"

urlpatterns = [
    path(f"{BATTLES}/", battles.battle_list, name="battle-list"),
    path(f"{BATTLES}/new/", battles.battle_new, name="battle-new"),
    path(f"{BATTLE}/", battles.battle_detail, name="battle-detail"),
    path(f"{BATTLE}/dice/", dice.battle_dice, name="battle-dice"),
    path(f"{BATTLE}/start/", battles.battle_start, name="battle-start"),
    path(f"{BATTLE}/call-off/", battles.battle_call_off, name="battle-call-off"),
    path(f"{BATTLE}/take-back/", undoing.battle_undo, name="battle-undo"),
    path(f"{BATTLE}/alliances/", battles.battle_alliances, name="battle-alliances"),
    path(f"{SIDE}/muster/", battles.battle_muster, name="battle-muster"),
    path(f"{SIDE}/sword/", battles.battle_sword, name="battle-sword"),
    path(f"{BATTLE}/report/", battle_reports.battle_report, name="battle-report"),
    path(f"{BATTLE}/report/withdraw/", battle_reports.battle_withdraw, name="battle-withdraw"),
    path(f"{BATTLE}/reports/", battle_reports.battle_compare, name="battle-compare"),
    path(f"{BATTLE}/reports/<id:report_id>/confirm/", battle_reports.battle_confirm, name="battle-confirm"),
    path(f"{BATTLE}/reports/<id:report_id>/decide/", battle_reports.battle_decide, name="battle-decide"),
]
