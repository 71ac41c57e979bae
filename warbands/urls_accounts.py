"""Everything about one's account, under the names that Django's own pages and templates expect."""

from django.contrib.auth import views as auth_views
from django.urls import path

from warbands.views import accounts

urlpatterns = [
    path("accounts/", accounts.account, name="account"),
    path("accounts/login/", accounts.SignIn.as_view(), name="login"),
    path("accounts/logout/", auth_views.LogoutView.as_view(), name="logout"),
    path("accounts/signup/", accounts.SignUp.as_view(), name="signup"),
    path("accounts/delete/", accounts.delete, name="account-delete"),
    path("accounts/export/", accounts.export, name="account-export"),
    path("accounts/password_change/", accounts.ChangePassword.as_view(), name="password_change"),
    path("accounts/password_change/done/", accounts.password_changed, name="password_change_done"),
    path("accounts/password_reset/", accounts.ResetByMail.as_view(), name="password_reset"),
    path("accounts/password_reset/done/", auth_views.PasswordResetDoneView.as_view(), name="password_reset_done"),
    path("accounts/reset/<uidb64>/<token>/", accounts.NewPassword.as_view(), name="password_reset_confirm"),
    path("accounts/reset/done/", auth_views.PasswordResetCompleteView.as_view(), name="password_reset_complete"),
]
