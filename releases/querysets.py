"""Who sees which release, run, study and attempt."""

from annotation.querysets import InProjectQuerySet


class ReleaseQuerySet(InProjectQuerySet):
    def frozen(self) -> "ReleaseQuerySet":
        return self.filter(state="frozen")


class RunQuerySet(InProjectQuerySet):
    project_path = "release__project"

    def without_files(self) -> "RunQuerySet":
        """Leave the file and the reports in the database: they are megabytes, and a list shows none of them."""
        runs: RunQuerySet = self.defer("predictions", "report", "report_markdown", "outcomes", "faults")
        return runs

    def scored(self) -> "RunQuerySet":
        return self.filter(state="scored")


class StudyQuerySet(InProjectQuerySet):
    project_path = "release__project"


class AttemptQuerySet(InProjectQuerySet):
    project_path = "item__study__release__project"

    def handed_in(self) -> "AttemptQuerySet":
        return self.filter(submitted_at__isnull=False)
