"""Addresses of the pit. A fight is found by its code alone: whoever has it may watch."""

from django.urls import include, path

from encounters.views import pit_fights, pit_heroes, pit_playing, pit_replays

FIGHT = "pit/fights/<slug:code>"

urlpatterns = [
    path("pit/", pit_fights.pit, name="pit"),
    path("pit/fighters/", include("encounters.urls_pit_rosters")),
    path("pit/", include("encounters.urls_pit_games")),
    path("pit/new/", pit_fights.pit_new, name="pit-new"),
    path(f"{FIGHT}/", pit_playing.fight, name="pit-fight"),
    path(f"{FIGHT}/since/<id:version>/", pit_playing.fight_since, name="pit-since"),
    path(f"{FIGHT}/call/<id:version>/", pit_playing.fight_call, name="pit-call"),
    path(f"{FIGHT}/join/", pit_fights.fight_join, name="pit-join"),
    path(f"{FIGHT}/take-over/", pit_fights.fight_take_over, name="pit-take-over"),
    path(f"{FIGHT}/leave/", pit_fights.fight_leave, name="pit-leave"),
    path(f"{FIGHT}/begin/", pit_fights.fight_begin, name="pit-begin"),
    path(f"{FIGHT}/order/", pit_playing.fight_order, name="pit-order"),
    path(f"{FIGHT}/nudge/", pit_playing.fight_nudge, name="pit-nudge"),
    path(f"{FIGHT}/pass-over/", pit_playing.fight_pass_over, name="pit-pass-over"),
    path(f"{FIGHT}/play-on/", pit_playing.fight_play_on, name="pit-play-on"),
    path(f"{FIGHT}/call-off/", pit_playing.fight_call_off, name="pit-call-off"),
    path(f"{FIGHT}/replay/", pit_replays.replay, name="pit-replay"),
    path(f"{FIGHT}/account/", pit_replays.account, name="pit-account"),
    path(f"{FIGHT}/log/", pit_replays.log, name="pit-log"),
    path(f"{FIGHT}/dice/", pit_replays.dice, name="pit-dice"),
    path("pit/heroes/<id:pk>/<id:battle_id>/<id:side_id>/", pit_heroes.hero, name="pit-hero"),
    path(f"{FIGHT}/take-back/", pit_playing.fight_take_back, name="pit-take-back"),
    path(f"{FIGHT}/again/", pit_fights.fight_again, name="pit-again"),
]
