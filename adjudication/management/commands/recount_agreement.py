"""`manage.py recount_agreement --project SLUG`: forget the counts of agreement and make them anew from the labels."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication.services.tallies import recount
from annotation.models import Project


class Command(BaseCommand):
    help = "Forget the counts of agreement of a project and make them anew from its labels."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG", help="short name of the project")

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project with the short name “{options['project']}”.")
        self.stdout.write(f"{recount(project=project)} pairs with all their labels are counted.")
