"""The pages of the site as a whole."""

from django.urls import path

from mordheim import views

urlpatterns = [
    path("", views.home, name="home"),
    path("styleguide/", views.styleguide, name="styleguide"),
]
