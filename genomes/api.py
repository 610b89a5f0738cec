"""The API edge of the genomes app."""

from django.urls import URLPattern

# Below /api/v1/projects/<slug>/, in the namespace "api".
api_urls: list[URLPattern] = []
