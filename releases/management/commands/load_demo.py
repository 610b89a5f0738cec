"""`manage.py load_demo`: the demo project, its release and two scored runs. Run again, it goes on where it stopped."""

import os
import secrets
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotation.models import Project, User
from releases.demo import content
from releases.demo.content import VERSION
from releases.demo.labels import load_labels
from releases.demo.predictions import predictions_of
from releases.models import Release
from releases.selectors import evaluator_release
from releases.services import freeze_release, request_release, score_run, submit_predictions

MOST_OF_A_TASK = 6  # exam instances: every type is there, and the release stays small


class Command(BaseCommand):
    help = "Load the demo project: papers, genomes, labels, disputes, a frozen release and two scored runs."

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=content.project_facts()["slug"]).first()
        if project is None:
            project = load_labels(password=self._password())
        admin = User.objects.get(username="admin")
        release = _frozen(project, admin)
        if release.state != Release.State.FROZEN:
            raise CommandError(f"The demo release could not be frozen:\n{release.error}")
        instances = evaluator_release(release).exam()
        for system in content.systems():
            run = submit_predictions(
                by=admin, release=release, system=system["system"], data=predictions_of(system, instances)
            )
            score_run(run_id=run.pk)
        self.stdout.write(f"{project}: {release.version} with {len(instances)} exam instances.")

    def _password(self) -> str:
        password = os.environ.get("DEMO_PASSWORD")
        if not password:
            password = secrets.token_urlsafe(12)
            self.stdout.write(f"The demo accounts' password: {password}")
        return password


def _frozen(project: Project, admin: User) -> Release:
    known = Release.objects.frozen().filter(project=project, version=VERSION).first()
    if known is not None:
        return known  # type: ignore[no-any-return]
    # Two disputes wait for the adjudicator on purpose; the release is made of what stands.
    wish = request_release(
        by=admin,
        project=project,
        version=VERSION,
        notes="First release of the demo project.",
        leave_out_disputes=True,
        allow_changed_code=True,  # the demo must load from a working checkout; its manifest says so
        plan={"per_task": MOST_OF_A_TASK},
    )
    return freeze_release(release_id=wish.pk)
