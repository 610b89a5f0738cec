"""Routes of the API, in the namespace `api`."""

from django.urls import URLPattern, path

from annotation.api import allocation, discussion, guidelines, notifications, projects, stages, tokens, work

# Below /api/v1/
root_api_urls: list[URLPattern] = [
    path("token/", tokens.Tokens.as_view(), name="token"),
    path("token/own/", tokens.OwnToken.as_view(), name="own-token"),
    path("projects/", projects.Projects.as_view(), name="projects"),
    path("notifications/", notifications.Notifications.as_view(), name="notifications"),
    path("notifications/read/", notifications.ReadNotifications.as_view(), name="notifications-read"),
    path("notifications/choices/", notifications.NotificationChoices.as_view(), name="notification-choices"),
]

# Below /api/v1/projects/<slug>/
api_urls: list[URLPattern] = [
    path("", projects.OneProject.as_view(), name="project"),
    path("members/", projects.Members.as_view(), name="members"),
    path("members/<int:user_id>/", projects.OneMember.as_view(), name="member"),
    path("guidelines/", guidelines.Guidelines.as_view(), name="guidelines"),
    path("guidelines/readers/", guidelines.Readers.as_view(), name="guideline-readers"),
    path("guidelines/notes/", guidelines.Notes.as_view(), name="guideline-notes"),
    path("guidelines/notes/<int:note_id>/", guidelines.OneNote.as_view(), name="guideline-note"),
    path("guidelines/<int:version>/", guidelines.OneGuideline.as_view(), name="guideline"),
    path("guidelines/<int:version>/read/", guidelines.ReadGuideline.as_view(), name="guideline-read"),
    path("members/<int:user_id>/taking-part/", allocation.TakingPart.as_view(), name="taking-part"),
    path("members/<int:user_id>/return/", allocation.ReturnAll.as_view(), name="return-units"),
    path("stages/", stages.Stages.as_view(), name="stages"),
    path("stages/effect/", stages.Effect.as_view(), name="overlap-effect"),
    path("stages/<int:stage_id>/", stages.OneStage.as_view(), name="stage"),
    path("progress/", allocation.Progress.as_view(), name="progress"),
    path("units/", allocation.Units.as_view(), name="units"),
    path("units/distribute/", allocation.Distribute.as_view(), name="distribute"),
    path("units/<int:unit_id>/", allocation.OneUnit.as_view(), name="unit"),
    path("units/<int:unit_id>/assign/", allocation.Assign.as_view(), name="assign"),
    path("units/<int:unit_id>/return/", allocation.Return.as_view(), name="return"),
    path("units/<int:unit_id>/comments/", discussion.Comments.as_view(), name="comments"),
    path("comments/<uuid:comment_id>/withdraw/", discussion.WithdrawComment.as_view(), name="comment-withdraw"),
    path("questions/", discussion.Questions.as_view(), name="questions"),
    path("questions/<uuid:comment_id>/answer/", discussion.AnswerQuestion.as_view(), name="question-answer"),
    path("questions/<uuid:comment_id>/close/", discussion.CloseQuestion.as_view(), name="question-close"),
    path("work/", work.Work.as_view(), name="work"),
    path("work/away/", allocation.OwnAway.as_view(), name="away"),
    path("work/next/", work.NextWork.as_view(), name="next"),
    path("work/units/<int:unit_id>/release/", work.ReleaseWork.as_view(), name="release"),
    path("work/units/<int:unit_id>/heartbeat/", work.KeepWork.as_view(), name="heartbeat"),
]
