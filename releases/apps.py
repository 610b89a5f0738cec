"""The releases app."""

from django.apps import AppConfig


class ReleasesConfig(AppConfig):
    """Registers the releases app."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "releases"

    def ready(self) -> None:
        """Offer what the audits found to the queues; say beside things in which releases they are."""
        from adjudication.registry import register
        from releases import beside
        from releases.audit_queue import audit_queue

        register(audit_queue())
        beside.register()
