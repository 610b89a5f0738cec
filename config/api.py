"""The map of the API: what each app offers, and its description."""

from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.permissions import AllowAny

from adjudication.api import api_urls as adjudication_urls
from annotation.api import api_urls as annotation_urls
from annotation.api import root_api_urls
from config.api_docs import api_docs
from diffs.api import api_urls as diffs_urls
from genomes.api import api_urls as genomes_urls
from releases.api import api_urls as releases_urls

Routes = list[URLPattern | URLResolver]

in_project: Routes = [*annotation_urls, *genomes_urls, *diffs_urls, *adjudication_urls, *releases_urls]
version_1: Routes = [*root_api_urls, path("projects/<slug:slug>/", include(in_project))]

schema = SpectacularJSONAPIView.as_view(permission_classes=[AllowAny], authentication_classes=[])

urlpatterns: Routes = [
    path("schema/", schema, name="api-schema"),
    path("docs/", api_docs, name="api-docs"),
    path("v1/", include((version_1, "api"))),
]
