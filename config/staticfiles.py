"""How collected static files are named."""

from collections.abc import Callable
from re import Match
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

# The folders whose modules import each other by relative paths; packages may use names of an import map.
OURS = ("js/", "vendor/")


class HashedModules(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise carries no types
    """Rewrite the imports inside JavaScript modules too.

    Without this a module would exist twice in a page, once under its hashed name and once under its plain one,
    and with it every registry that the module keeps.
    """

    support_js_module_import_aggregation = True

    def url_converter(self, name: str, hashed_files: dict[str, Any], *rest: Any) -> Callable[[Match[str]], str]:
        """Leave the scripts of other packages as they are."""
        if name.endswith(".js") and not name.startswith(OURS):
            return lambda match: match.group(0)
        converter: Callable[[Match[str]], str] = super().url_converter(name, hashed_files, *rest)
        return converter
