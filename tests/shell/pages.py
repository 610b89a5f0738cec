"""A page with a draft, for the tests of the shell's scripts: the shell belongs to no app."""

import json
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path

from config.urls import urlpatterns as site

SAVED_AT = "2026-07-14T12:04:00Z"

# What the server has: the only state of these pages, set anew by each test.
draft: dict[str, Any] = {}


def start_draft() -> None:
    """Begin with one known draft."""
    draft.update(revision=1, payload={"title": "You Only Look Once", "note": "", "kind": "mutation"}, writes=0)


class DraftForm(forms.Form):
    """Two texts and a choice."""

    title = forms.CharField()
    note = forms.CharField(required=False, widget=forms.Textarea)
    kind = forms.ChoiceField(choices=[("mutation", "Mutation"), ("isolation", "Isolation")])


@login_required
def page(request: HttpRequest) -> HttpResponse:
    """Show the draft, a key and an equation."""
    form = DraftForm(initial=draft["payload"])
    return render(request, "shell/page.html", {"form": form, "revision": draft["revision"]})


@login_required
def save(request: HttpRequest) -> JsonResponse:
    """Keep the contract of a draft: the revision that it grew from must be the current one."""
    sent = json.loads(request.body)
    if sent["revision"] != draft["revision"]:
        theirs = {"revision": draft["revision"], "payload": draft["payload"], "saved_at": SAVED_AT}
        return JsonResponse(theirs, status=409)
    draft.update(revision=draft["revision"] + 1, payload=sent["payload"], writes=draft["writes"] + 1)
    return JsonResponse({"revision": draft["revision"], "saved_at": SAVED_AT})


@login_required
def refuse(request: HttpRequest) -> JsonResponse:
    """Refuse as the API does."""
    fault = {"code": "order", "field": "target", "message": "YOLOv2 is published before YOLO."}
    return JsonResponse({"faults": [fault]}, status=400)


urlpatterns = [
    *site,
    path("shell/", page),
    path("shell/draft/", save),
    path("shell/refuse/", refuse),
]
