"""`manage.py freeze_release`: ask for a release and freeze it here and now, without the worker."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.refusal import Refused
from releases.audits import TITLES
from releases.management.named import ReleaseCommand, admin_of, project_named
from releases.models import Release
from releases.services import freeze_release, request_release


class Command(ReleaseCommand):
    help = "Freeze the gold of a project into a release. Exits with 1 and every reason when that cannot be."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--seed", type=int, default=1, help="seed of the exam (default 1)")
        parser.add_argument("--leave-out-disputes", action="store_true", help="leave out pairs with an open dispute")
        parser.add_argument(
            "--allow-changed-code", action="store_true", help="freeze although the program differs from its commit"
        )
        parser.add_argument("--notes", default="", help="go into the change log of the release")
        parser.add_argument("--by", default="", metavar="NAME", help="the admin who asks (default: the first)")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_named(options["project"])
        try:
            wish = request_release(
                by=admin_of(project, options["by"]),
                project=project,
                version=options["release"],
                seed=options["seed"],
                notes=options["notes"],
                leave_out_disputes=options["leave_out_disputes"],
                allow_changed_code=options["allow_changed_code"],
            )
        except Refused as refusal:
            raise CommandError("\n".join(str(fault.message) for fault in refusal.faults)) from refusal
        release = freeze_release(release_id=wish.pk)
        if release.state != Release.State.FROZEN:
            raise CommandError("\n".join(_reasons(release)))
        rows = ", ".join(f"{count} {table}" for table, count in sorted(release.counts.items()))
        self.stdout.write(f"{project.slug} {release.version} is frozen: {rows}")
        self.stdout.write(f"SHA-256 {release.manifest_sha256}")


def _reasons(release: Release) -> list[str]:
    """Every finding with the record it concerns; without findings, why the freeze stopped."""
    found = [
        f"{TITLES[audit['name']]}: {finding['where']}: {finding['what']}"
        for audit in release.audits
        for finding in audit["findings"]
    ]
    return found or [release.error]
