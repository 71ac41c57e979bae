"""Choosing the paper for what a campaign prints."""

from __future__ import annotations

from django import forms


class PaperForm(forms.Form):
    """A4 or Letter."""

    page = forms.ChoiceField(
        label="Paper", choices=[("a4", "A4"), ("letter", "Letter")], initial="a4", widget=forms.RadioSelect
    )
