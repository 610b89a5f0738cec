"""The API edge of papers and genomes: the same querysets and services as the pages."""

from genomes.api.urls import api_urls

__all__ = ["api_urls"]
