"""The API edge of releases and runs."""

from releases.api.urls import api_urls

__all__ = ["api_urls"]
