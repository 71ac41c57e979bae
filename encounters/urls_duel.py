"""Addresses of the odds of a fight. Everything that is asked stands in the address, so that it can be sent on."""

from django.urls import path

from encounters.views import duel

urlpatterns = [
    path("odds/", duel.duel, name="duel"),
    path("odds/what-if/", duel.duel_what_if, name="duel-what-if"),
    path("odds/warbands/", duel.duel_warbands, name="duel-warbands"),
]
