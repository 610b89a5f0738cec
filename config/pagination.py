"""Pages of the API: cursors, so that rows added meanwhile neither repeat nor hide others."""

from typing import Any

from django.core.exceptions import ValidationError
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination


class CursorPages(CursorPagination):
    """Fifty rows a page, in the order of their primary key."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering = "pk"

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> Any:
        """404 for a cursor whose inside was made up: it is text until it meets the primary key."""
        position = getattr(self.decode_cursor(request), "position", None)
        if position is not None:
            try:
                queryset.model._meta.pk.to_python(position)
            except (ValueError, ValidationError) as error:
                raise NotFound(self.invalid_cursor_message) from error
        return super().paginate_queryset(queryset, request, view)
