"""Routes of the genomes app, below /projects/<slug>/."""

from django.urls import URLPattern

app_name = "genomes"

urlpatterns: list[URLPattern] = []
