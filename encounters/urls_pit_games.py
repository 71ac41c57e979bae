"""Addresses of odds and tournaments of the pit. Each is found by its code alone: whoever has it may look."""

from django.urls import path

from encounters.views import pit_odds, pit_tournaments

ODDS = "odds/<slug:code>"
TOURNAMENT = "tournaments/<slug:code>"

urlpatterns = [
    path("odds/", pit_odds.odds_new, name="pit-odds-new"),
    path(f"{ODDS}/", pit_odds.odds, name="pit-odds"),
    path(f"{ODDS}/file/", pit_odds.odds_file, name="pit-odds-file"),
    path(f"{ODDS}/cancel/", pit_odds.odds_cancel, name="pit-odds-cancel"),
    path("tournaments/", pit_tournaments.tournaments, name="pit-tournaments"),
    path("tournaments/new/", pit_tournaments.tournament_new, name="pit-tournament-new"),
    path(f"{TOURNAMENT}/", pit_tournaments.tournament, name="pit-tournament"),
    path(f"{TOURNAMENT}/since/<int:version>/", pit_tournaments.tournament_since, name="pit-tournament-since"),
    path(f"{TOURNAMENT}/enter/", pit_tournaments.tournament_enter, name="pit-tournament-enter"),
    path(f"{TOURNAMENT}/computers/", pit_tournaments.tournament_computers, name="pit-tournament-computers"),
    path(f"{TOURNAMENT}/withdraw/", pit_tournaments.tournament_withdraw, name="pit-tournament-withdraw"),
    path(f"{TOURNAMENT}/begin/", pit_tournaments.tournament_begin, name="pit-tournament-begin"),
    path(f"{TOURNAMENT}/fight-out/", pit_tournaments.tournament_fight_out, name="pit-tournament-fight-out"),
    path(f"{TOURNAMENT}/call-off/", pit_tournaments.tournament_call_off, name="pit-tournament-call-off"),
]
