"""Routes of the diffs app, below /projects/<slug>/."""

from django.urls import URLPattern

app_name = "diffs"

urlpatterns: list[URLPattern] = []
