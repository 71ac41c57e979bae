"""Addresses of captives, below their campaign."""

from django.urls import path

from campaigns.views import captives

CAPTIVES = "campaigns/<id:pk>/captives"
CAPTIVE = f"{CAPTIVES}/<id:captive_id>"

urlpatterns = [
    path(f"{CAPTIVES}/", captives.captive_list, name="captive-list"),
    path(f"{CAPTIVE}/", captives.captive_detail, name="captive-detail"),
    path(f"{CAPTIVE}/ransom/", captives.captive_ransom, name="captive-ransom"),
    path(f"{CAPTIVE}/exchange/", captives.captive_exchange, name="captive-exchange"),
    path(f"{CAPTIVE}/withdraw/", captives.captive_withdraw, name="captive-withdraw"),
    path(f"{CAPTIVE}/accept/", captives.captive_accept, name="captive-accept"),
    path(f"{CAPTIVE}/decline/", captives.captive_decline, name="captive-decline"),
    path(f"{CAPTIVE}/fate/<slug:fate>/", captives.captive_fate, name="captive-fate"),
    path(f"{CAPTIVE}/undo/", captives.captive_undo, name="captive-undo"),
]
