"""The addresses below ``rules/``."""

from django.urls import path

from warbands.views import rules

urlpatterns = [
    path("", rules.rules_index, name="rules-index"),
    path("rulings/", rules.rulings, name="rulings"),
    path("<slug:kind>/", rules.rule_kind, name="rule-kind"),
    path("<slug:kind>/<slug:key>/", rules.rule_detail, name="rule-detail"),
]
