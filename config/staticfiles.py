"""How collected static files are named."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedModules(CompressedManifestStaticFilesStorage):
    """Rewrite the imports inside JavaScript modules too.

    Without this a module would exist twice in a page, once under its hashed name and once under its plain one,
    and with it every registry that the module keeps.
    """

    support_js_module_import_aggregation = True
