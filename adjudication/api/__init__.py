"""The API edge of adjudication: the same querysets and services as the pages."""

from django.urls import URLPattern

from adjudication.api import agreement, diagnosis, disputes, exports, feedback, genomes, queue, report

# Below /api/v1/projects/<slug>/, in the namespace "api".
api_urls: list[URLPattern] = [
    *agreement.api_urls,
    *genomes.api_urls,
    *disputes.api_urls,
    *feedback.api_urls,
    *exports.api_urls,
    *diagnosis.api_urls,
    *queue.api_urls,
    *report.api_urls,
]

__all__ = ["api_urls"]
