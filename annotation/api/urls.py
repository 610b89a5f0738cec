"""Routes of the API, in the namespace `api`."""

from django.urls import URLPattern, path

from annotation.api import projects, tokens, work

# Below /api/v1/
root_api_urls: list[URLPattern] = [
    path("token/", tokens.Tokens.as_view(), name="token"),
    path("token/own/", tokens.OwnToken.as_view(), name="own-token"),
    path("projects/", projects.Projects.as_view(), name="projects"),
]

# Below /api/v1/projects/<slug>/
api_urls: list[URLPattern] = [
    path("", projects.OneProject.as_view(), name="project"),
    path("members/", projects.Members.as_view(), name="members"),
    path("members/<int:user_id>/", projects.OneMember.as_view(), name="member"),
    path("guidelines/", projects.Guidelines.as_view(), name="guidelines"),
    path("guidelines/<int:version>/", projects.OneGuideline.as_view(), name="guideline"),
    path("work/", work.Work.as_view(), name="work"),
    path("work/next/", work.NextWork.as_view(), name="next"),
    path("work/units/<int:unit_id>/release/", work.ReleaseWork.as_view(), name="release"),
    path("work/units/<int:unit_id>/heartbeat/", work.KeepWork.as_view(), name="heartbeat"),
]
