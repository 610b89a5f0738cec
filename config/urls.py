"""The site map."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from config.health import healthz

# The admin's own sign-in page would get around the limits and the second factor of the real one.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/", include("config.api")),
    path("", include("annotation.urls")),
    path("r/<slug:slug>/<str:version>/", include("releases.public_urls")),
    *[
        path("projects/<slug:slug>/", include(f"{app}.urls"))
        for app in ("genomes", "diffs", "adjudication", "releases")
    ],
]
