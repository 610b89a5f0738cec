"""The API edge of people and work."""

from annotation.api.refusals import exception_handler
from annotation.api.urls import api_urls, root_api_urls

__all__ = ["api_urls", "exception_handler", "root_api_urls"]
