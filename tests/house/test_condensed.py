"""A condensed migration leaves what the migrations that it replaces leave: tables, constraints and triggers."""

from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.db.migrations.writer import MigrationWriter
from pytest_django.fixtures import Settings

from tests.house.condense import APPS


def described(state: ProjectState) -> dict[tuple[str, str], object]:
    """Say of each model of ours what its tables are made from; the order of fields is the order of columns only."""
    found: dict[tuple[str, str], object] = {}
    for (app, name), model in state.models.items():
        if app in APPS:
            options = {key: value for key, value in model.options.items() if value != []}
            for many in {"constraints", "indexes", "triggers"} & set(options):
                options[many] = sorted(MigrationWriter.serialize(each)[0] for each in options[many])
            fields = sorted((key, MigrationWriter.serialize(field)[0]) for key, field in model.fields.items())
            found[app, name] = (fields, options, model.bases)
    return found


def test_condensed_migrations_leave_what_the_replaced_ones_leave(settings: Settings) -> None:
    settings.MIGRATION_MODULES = {}  # without this the tests' own way to make a database hides all migrations
    by_steps = MigrationLoader(None, replace_migrations=False)
    condensed = {key for key, migration in by_steps.disk_migrations.items() if migration.replaces}
    assert {app for app, _ in condensed} >= set(APPS)
    leaves = [key for key in by_steps.graph.leaf_nodes() if key not in condensed]
    at_once = MigrationLoader(None)
    assert condensed <= set(at_once.graph.nodes)
    assert described(at_once.project_state()) == described(by_steps.project_state(leaves))
