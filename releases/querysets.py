"""Who sees which release and run."""

from annotation.querysets import InProjectQuerySet


class ReleaseQuerySet(InProjectQuerySet):
    def frozen(self) -> "ReleaseQuerySet":
        return self.filter(state="frozen")


class RunQuerySet(InProjectQuerySet):
    project_path = "release__project"
