"""A process beside a running stack that works on its database through the services, one line per command.

Run as `python -m tests.crash.scene` with the stack's IDEAGENE_DATA: a test process has a database of its own.
"""

import json
import os
import sys
from collections.abc import Callable
from itertools import combinations
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()

from django.conf import settings  # noqa: E402 - the lines above must come first
from django.db import close_old_connections  # noqa: E402
from django.test import Client  # noqa: E402

from annotation.models import User  # noqa: E402
from annotation.services import claim_unit  # noqa: E402
from diffs.services import save_draft  # noqa: E402
from evaluator.io import verify_files  # noqa: E402
from releases.models import Release  # noqa: E402
from releases.selectors import release_bytes  # noqa: E402
from releases.services import freeze_release, request_release  # noqa: E402
from releases.tasks import freeze_release_task  # noqa: E402
from tests.cast import Cast, make_cast  # noqa: E402
from tests.factories import a_diff, a_genome, a_pair, an_answer  # noqa: E402


def prepare() -> dict[str, Any]:
    """A project with one unanimous pair, and three pairs on which annotator1 has a complete draft."""
    cast = make_cast()
    project = cast.project
    project.licence, project.domains = "CC0-1.0", {"vision": "Computer Science"}
    project.save(update_fields=["licence", "domains"])
    genomes = [a_genome(cast, handed_in=True, domain="vision") for _ in range(4)]
    pairs = [a_pair(cast, source=old, target=new) for old, new in list(combinations(genomes, 2))[:4]]
    for person in (cast.annotator1, cast.annotator2):
        a_diff(person, pairs[0])
    return {"session": _session(cast), "pairs": [_drafted(cast, pair) for pair in pairs[1:]]}


def _drafted(cast: Cast, pair: Any) -> dict[str, Any]:
    claim_unit(person=cast.annotator1, unit=pair.unit)
    draft = save_draft(by=cast.annotator1, pair=pair, payload=an_answer(pair), revision=0)
    address = f"/projects/{cast.project.slug}/pairs/{pair.pk}/submit/"
    return {"id": pair.pk, "draft": draft.pk, "payload": draft.payload, "address": address}


def _session(cast: Cast) -> str:
    client = Client()
    client.force_login(cast.annotator1)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def request(version: str) -> int:
    """Ask for a release, and lose the message to the worker."""
    admin = User.objects.get(username="admin")
    release = request_release(
        by=admin, project=admin.memberships.get().project, version=version, allow_changed_code=True
    )
    return int(release.pk)


def queue(release_id: str) -> None:
    freeze_release_task.delay(int(release_id))


def freeze(release_id: str) -> None:
    freeze_release(release_id=int(release_id))


def faults(release_id: str) -> list[str]:
    """What the evaluator finds wrong with a release."""
    return [str(fault) for fault in verify_files(release_bytes(Release.objects.get(pk=release_id)))]


COMMANDS: dict[str, Callable[..., Any]] = {
    command.__name__: command for command in (prepare, request, queue, freeze, faults)
}

if __name__ == "__main__":
    for line in sys.stdin:
        name, *arguments = line.split()
        answer = COMMANDS[name](*arguments)
        close_old_connections()
        print(json.dumps(answer), flush=True)
