"""The API edge of pairs, traces and candidates: the same querysets and services as the pages."""

from django.urls import URLPattern

from diffs.api import candidates, pairs

# Below /api/v1/projects/<slug>/, in the namespace "api".
api_urls: list[URLPattern] = [*pairs.urls, *candidates.urls]

__all__ = ["api_urls"]
