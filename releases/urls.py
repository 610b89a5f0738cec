"""Routes of the releases app, below /projects/<slug>/."""

from django.urls import URLPattern, URLResolver, include, path

from releases.views import comparison, drafts, exam, files, leaderboard, notices, publications, released, releases, runs

app_name = "releases"

of_release: list[URLPattern | URLResolver] = [
    path("", releases.release, name="release"),
    path("again/", releases.again, name="again"),
    path("progress/", releases.progress, name="progress"),
    path("plan/", drafts.change, name="change"),
    path("audit/", drafts.audit, name="audit"),
    path("audit/progress/", drafts.auditing, name="auditing"),
    path("audit/<slug:audit>/", drafts.audit_alone, name="audit-alone"),
    path("freeze/", drafts.freeze, name="freeze"),
    path("discard/", drafts.discard, name="discard"),
    path("withdraw/", notices.withdraw, name="withdraw"),
    path("errata/", notices.erratum, name="erratum"),
    path("files/<path:path>", files.file, name="file"),
    path("download/", files.download, name="download"),
    path("exam/", exam.exam, name="exam"),
    path("exam/<slug:task>/", exam.task, name="task"),
    path("exam/<slug:task>/<slug:instance_id>/", exam.instance, name="instance"),
    path("runs/", runs.runs, name="runs"),
    path("publish/", publications.publish, name="publish"),
    path("opening/", publications.opening, name="opening"),
    path("publications/<int:publication_id>/progress/", publications.progress, name="publication-progress"),
    path("records/<slug:table>/<path:key>/", released.record, name="record"),
]

of_run: list[URLPattern | URLResolver] = [
    path("", runs.run, name="run"),
    path("again/", runs.again, name="run-again"),
    path("progress/", runs.progress, name="run-progress"),
    path("instances/", runs.instances, name="run-instances"),
    path("files/<str:name>", runs.file, name="run-file"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("releases/", releases.releases, name="list"),
    path("releases/check/", releases.check, name="check"),
    path("releases/check/progress/", releases.checking, name="checking"),
    path("releases/drafts/", releases.drafts, name="drafts"),
    path("releases/difference/", comparison.difference, name="difference"),
    path(
        "releases/difference/<str:before>/<str:after>.<slug:kind>", comparison.difference_file, name="difference-file"
    ),
    path("releases/<str:version>/", include(of_release)),
    path("released/", released.released, name="released"),
    path("runs/<int:run_id>/", include(of_run)),
    path("leaderboard/", leaderboard.leaderboard, name="leaderboard"),
]
