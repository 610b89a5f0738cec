"""Routes of the annotation app: the site's entrance, and the people and work of a project."""

from django.urls import include, path

from annotation.views import entrance, guidelines, members, progress, projects, tokens, work

app_name = "annotation"

in_project = [
    path("", projects.project, name="project"),
    path("work/", work.work, name="work"),
    path("work/next/", work.next_unit, name="next"),
    path("work/units/<int:unit_id>/release/", work.release, name="release"),
    path("work/units/<int:unit_id>/heartbeat/", work.heartbeat, name="heartbeat"),
    path("settings/", projects.settings, name="settings"),
    path("members/", members.members, name="members"),
    path("members/accounts/", members.accounts, name="accounts"),
    path("members/<int:user_id>/", members.member, name="member"),
    path("guidelines/", guidelines.guidelines, name="guidelines"),
    path("guidelines/edit/", guidelines.edit, name="guideline-edit"),
    path("guidelines/preview/", guidelines.preview, name="guideline-preview"),
    path("guidelines/<int:version>/", guidelines.guideline, name="guideline"),
    path("progress/", progress.progress, name="progress"),
]

urlpatterns = [
    path("", entrance.home, name="home"),
    path("setup/", entrance.setup, name="setup"),
    path("account/token/", tokens.token, name="token"),
    path("projects/", projects.projects, name="projects"),
    path("projects/<slug:slug>/", include(in_project)),
]
