"""Pages of the API: cursors, so that rows added meanwhile neither repeat nor hide others."""

from rest_framework.pagination import CursorPagination


class CursorPages(CursorPagination):
    """Fifty rows a page, in the order of their primary key."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering = "pk"
