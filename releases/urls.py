"""Routes of the releases app, below /projects/<slug>/."""

from django.urls import URLPattern

app_name = "releases"

urlpatterns: list[URLPattern] = []
