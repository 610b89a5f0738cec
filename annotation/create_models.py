"""A migration's operation that creates all models of an app at once."""

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateModels(Operation):
    """Creates models, then what belongs to them, such as triggers.

    After each operation Django builds the classes of all related models anew, here of nearly all models there are:
    most of the time of a first start. That is needed when a later operation alters what an earlier one made. Here none
    does, so the classes are built once, when the first of them is asked for.
    """

    serialization_expand_args = ["operations"]

    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations = operations

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        """Say how it is written down."""
        return type(self).__name__, [], {"operations": self.operations}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Add the models, without classes: Django builds those when it finds none."""
        state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Create the tables in the order given."""
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Take everything away from the last to the first; until then the models are those of `from_state`."""
        for operation in reversed(self.operations):
            operation.database_backwards(app_label, schema_editor, from_state, from_state)

    def describe(self) -> str:
        """Say what it does."""
        return f"Create {len(self.operations)} models and triggers"
