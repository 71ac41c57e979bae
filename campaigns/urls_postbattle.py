"""Addresses of the night after a battle."""

from django.urls import path

from campaigns.views import postbattle, undoing

NIGHT = "campaigns/<id:pk>/battles/<id:battle_id>/post-battle/<id:side_id>"

urlpatterns = [
    path(f"{NIGHT}/", postbattle.post_battle, name="post-battle"),
    path(f"{NIGHT}/take/", postbattle.post_battle_take, name="post-battle-take"),
    path(f"{NIGHT}/take-back/", undoing.post_battle_undo, name="post-battle-undo"),
    path(f"{NIGHT}/dice/", undoing.post_battle_dice, name="post-battle-dice"),
    path(f"{NIGHT}/dice/<id:roll_id>/", undoing.post_battle_die, name="post-battle-die"),
    path(f"{NIGHT}/<slug:step>/", postbattle.post_battle_step, name="post-battle-step"),
]
