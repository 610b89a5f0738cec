"""Routes of the adjudication app, below /projects/<slug>/."""

from django.urls import URLPattern

app_name = "adjudication"

urlpatterns: list[URLPattern] = []
