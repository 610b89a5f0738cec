"""The site: settings, addresses, the task queue, and the command that runs the whole stack."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
