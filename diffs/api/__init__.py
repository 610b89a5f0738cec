"""The API edge of pairs, traces and candidates: the same querysets and services as the pages."""

from django.urls import URLPattern

from diffs.api import calibration, candidates, many, pairs, suggestions, traces

# Below /api/v1/projects/<slug>/, in the namespace "api".
api_urls: list[URLPattern] = [
    *many.urls,
    *pairs.urls,
    *traces.urls,
    *candidates.urls,
    *calibration.urls,
    *suggestions.urls,
]

__all__ = ["api_urls"]
