"""`manage.py check_agreement --project SLUG`: α of every field once more, by the krippendorff package."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication.second_opinion import second_opinions
from adjudication.selectors.export import snapshot
from adjudication.selectors.uncounted import units_to_count
from adjudication.services.tallies import count_pairs
from annotation.models import Project


class Command(BaseCommand):
    help = "Compare the α of every field with the one that the krippendorff package computes from the labels."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG", help="short name of the project")

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project with the short name “{options['project']}”.")
        while count_pairs(project=project):
            pass
        apart = []
        with snapshot():
            if units_to_count(project).exists():
                raise CommandError("Labels came in meanwhile. Run this again.")
            for each in second_opinions(project):
                self.stdout.write(f"{each.field}: {each.ours} here, {each.package} by krippendorff")
                if not each.agrees:
                    apart.append(each.field)
        if apart:
            raise CommandError(f"They differ in {', '.join(apart)}. Run recount_agreement, then this again.")
