"""Addresses that need no account, below /r/<project>/<version>/: there only while the release is open."""

from django.urls import URLPattern, path

from releases.views import public

app_name = "public"

urlpatterns: list[URLPattern] = [
    path("", public.page, name="release"),
    path("download/", public.download, name="download"),
    path("files/<path:path>", public.file, name="file"),
]
