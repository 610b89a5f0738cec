"""How people get an account: an administrator makes it; nobody signs up by themselves."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth carries no types
    """Keeps sign-up closed."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Refuse, always: accounts are made by an administrator."""
        return False
