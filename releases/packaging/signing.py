"""Sign a release with the operator's own key, when there is one: nothing is signed by default."""

from pathlib import Path

from django.conf import settings

from evaluator.dsse import BadKey, private_key, sign

SUFFIX = ".signature.dsse.json"


class NoKey(ValueError):
    """A key file is named and cannot be used; says which and why."""


def signature_of(manifest: bytes) -> bytes | None:
    """The envelope for a manifest.json, or None when no key is set (`RELEASE_SIGNING_KEY`). Raises NoKey."""
    name = settings.RELEASE_SIGNING_KEY
    if not name:
        return None
    try:
        return sign(manifest, private_key(Path(name).read_bytes()))
    except OSError as error:
        raise NoKey(f"RELEASE_SIGNING_KEY: {name} cannot be read: {error.strerror or error}") from error
    except BadKey as error:
        raise NoKey(f"RELEASE_SIGNING_KEY: {name} {error}") from error


def signature_path(release: Path) -> Path:
    """Where the signature of a release in a folder or zip lies: beside it, under its name."""
    return release.with_name(release.name + SUFFIX)
