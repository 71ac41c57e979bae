"""The forms of accounts: text to clean values, and a sentence for whatever cannot be taken."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    UsernameField,
)
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.validators import MinLengthValidator

from warbands.models import Player
from warbands.services.accounts import EMAIL_TAKEN, NAME_TAKEN, is_email_taken, is_name_taken, player_called
from warbands.services.guests import GUEST_PREFIX

PASSWORD_HELP = "At least 8 characters, not only digits, nothing that everybody uses or that is like your name."  # noqa: S105
EMAIL_HELP = "Needed only to reset a lost password. Without it, a lost password loses the account. Nobody sees it."
NAME_HELP = "Others see it on what you share. Letters, digits and . + - _ @, without spaces."


class PlayerName(UsernameField):
    """A name to sign in by. Letters and digits of any script, which leaves out control and direction characters."""

    default_error_messages = {"required": "Give a name to sign in by."}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=40, help_text=NAME_HELP, label="Name", **kwargs)
        self.validators += [
            UnicodeUsernameValidator(message="A name is made of letters, digits and . + - _ @, without spaces."),
            MinLengthValidator(2, message="A name has two characters or more."),
            _not_like_a_guest,
        ]


def _not_like_a_guest(name: str) -> None:
    if name.lower().startswith(GUEST_PREFIX):
        raise ValidationError(f"Names that begin with {GUEST_PREFIX} are those of guests. Choose another.")
    if not any(character.isalnum() for character in name):
        raise ValidationError("A name has a letter or a digit in it.")


def _password(label: str, *, help_text: str = "", new: bool = False) -> forms.CharField:
    return forms.CharField(
        label=label,
        strip=False,
        help_text=help_text,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password" if new else "current-password"}),
    )


class _OfPlayer(forms.Form):
    """``player`` is who fills it in, if he has an account."""

    def __init__(self, *args: Any, player: Player | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player


class _NameAndEmail(_OfPlayer):
    username = PlayerName()
    email = forms.EmailField(
        label="Email (optional)",
        required=False,
        max_length=254,
        help_text=EMAIL_HELP,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if is_name_taken(username, besides=self.player):
            raise ValidationError(NAME_TAKEN, code="name_taken")
        return username

    def clean_email(self) -> str:
        email = Player.objects.normalize_email(self.cleaned_data["email"])
        if is_email_taken(email, besides=self.player):
            raise ValidationError(EMAIL_TAKEN, code="email_taken")
        return email


class SignUpForm(_NameAndEmail):
    password1 = _password("Password", help_text=PASSWORD_HELP, new=True)
    password2 = _password("Password again", new=True)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        first, second = values.get("password1"), values.get("password2")
        if first and second and first != second:
            self.add_error("password2", "The two passwords are not the same.")
        elif first:
            player = Player(username=values.get("username", ""), email=values.get("email", ""))
            try:
                password_validation.validate_password(first, player)
            except ValidationError as error:
                self.add_error("password1", error)
        return values


class _ConfirmedByPassword(_OfPlayer):
    """A form that asks for the password again: an unlocked phone on the table is not its owner."""

    password = _password("Your password", help_text="To be sure that it is you.")

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if self.player is None or not self.player.check_password(password):
            raise ValidationError("That is not your password.", code="wrong_password")
        return password


class AccountForm(_ConfirmedByPassword, _NameAndEmail):
    field_order = ["username", "email", "password"]


class DeleteAccountForm(_ConfirmedByPassword):
    pass


class SignInForm(AuthenticationForm):
    """Takes the name in any case: it is looked up as it was spelled at signing up.

    An unknown name is folded, so that guesses at it are counted together however they are written.
    """

    error_messages = {
        "invalid_login": "Name and password do not fit together. Look at capital letters in the password.",
        "inactive": "This account was closed.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Name"

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        found = player_called(username)
        return found.username if found else username.casefold()


class ChangePasswordForm(PasswordChangeForm):
    error_messages = {
        **PasswordChangeForm.error_messages,
        "password_incorrect": "That is not your password as it is now.",
        "password_mismatch": "The two passwords are not the same.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].label = "Password as it is now"
        _name_new_passwords(self)


class NewPasswordForm(SetPasswordForm):
    error_messages = {**SetPasswordForm.error_messages, "password_mismatch": "The two passwords are not the same."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_new_passwords(self)


def _name_new_passwords(form: forms.Form) -> None:
    form.fields["new_password1"].label, form.fields["new_password2"].label = "New password", "New password again"
    form.fields["new_password1"].help_text, form.fields["new_password2"].help_text = PASSWORD_HELP, ""


class ResetByMailForm(PasswordResetForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].help_text = "The address you gave with your account."
