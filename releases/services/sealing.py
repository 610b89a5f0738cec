"""The secret that a project commits to sealed answers with: made once, when a release is first rehearsed or frozen."""

from secrets import token_bytes

from annotation.models import Project
from evaluator.sealing import KEY_BYTES
from releases.models import SealingKey
from releases.parts import Sealing


def sealing_of(project: Project, version: str) -> Sealing:
    """The key of a project, with the release that it is used for. The first call of a project makes the key."""
    kept, _made = SealingKey.objects.get_or_create(project=project, defaults={"key": token_bytes(KEY_BYTES)})
    return Sealing(key=bytes(kept.key), line=f"{project.slug}/{version}")
