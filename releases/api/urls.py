"""Routes below /api/v1/projects/<slug>/, in the namespace `api`."""

from django.urls import URLPattern, path

from releases.api import comparison, drafts, publications, released, releases, runs

api_urls: list[URLPattern] = [
    path("releases/", releases.Releases.as_view(), name="releases"),
    path("releases/drafts/", drafts.Drafts.as_view(), name="drafts"),
    path("releases/difference/<str:before>/<str:after>/", comparison.Difference.as_view(), name="difference"),
    path(
        "releases/difference/<str:before>/<str:after>.<slug:kind>",
        comparison.DifferenceFile.as_view(),
        name="difference-file",
    ),
    path("releases/<str:version>/", releases.OneRelease.as_view(), name="one-release"),
    path("releases/<str:version>/progress/", releases.ReleaseProgress.as_view(), name="release-progress"),
    path("releases/<str:version>/audit/", drafts.DraftAudit.as_view(), name="draft-audit"),
    path("releases/<str:version>/audits/<slug:audit>/", drafts.DraftAuditAlone.as_view(), name="draft-audit-alone"),
    path("releases/<str:version>/freeze/", drafts.DraftFreeze.as_view(), name="draft-freeze"),
    path("releases/<str:version>/withdraw/", drafts.Withdrawal.as_view(), name="withdraw"),
    path("releases/<str:version>/errata/", drafts.Errata.as_view(), name="errata"),
    path("releases/<str:version>/files/", releases.ReleaseFiles.as_view(), name="release-files"),
    path("releases/<str:version>/files/<path:path>", releases.OneFile.as_view(), name="release-file"),
    path("releases/<str:version>/publications/", publications.Publications.as_view(), name="publications"),
    path("releases/<str:version>/opening/", publications.Opening.as_view(), name="opening"),
    path("releases/<str:version>/zip/", releases.ReleaseZip.as_view(), name="release-zip"),
    path("releases/<str:version>/runs/", runs.ReleaseRuns.as_view(), name="release-runs"),
    path("released/", released.Released.as_view(), name="released"),
    path("runs/", runs.Runs.as_view(), name="runs"),
    path("runs/<int:run_id>/", runs.OneRun.as_view(), name="run"),
    path("runs/<int:run_id>/files/<str:name>", runs.RunFile.as_view(), name="run-file"),
]
