"""Condense each app's migrations into one that replaces them: `python -m tests.house.condense`.

The replaced files stay, for databases in the middle of the chain. It may be repeated: what an earlier run made is made
anew, with the migrations written since. See docs/operate.md, "Condensing migrations".
"""

import copy
import os
import re
from collections.abc import Mapping
from graphlib import TopologicalSorter
from pathlib import Path

import django
from django.apps import apps
from django.db import migrations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState
from django.db.migrations.writer import MigrationWriter

BASE = Path(__file__).resolve().parents[2]
APPS = ("annotation", "genomes", "diffs", "adjudication", "releases")
Key = tuple[str, str]
States = Mapping[Key, ModelState]


def files() -> list[tuple[str, Path]]:
    """Return all migrations with their apps."""
    return [(app, path) for app in APPS for path in sorted((BASE / app / "migrations").glob("0*.py"))]


def forget_the_condensed() -> None:
    """Take away what an earlier run made; later migrations then name the last one that it replaced."""
    renamed = {}
    for app, path in files():
        if found := re.fullmatch(r"0001_squashed_(\w+)", path.stem):
            renamed[app, path.stem] = found[1]
            path.unlink()
    for _, path in files():
        text = path.read_text(encoding="utf-8")
        for (app, name), last in renamed.items():
            text = re.sub(rf"""(['"]){app}\1, (['"]){name}\2""", rf"\g<1>{app}\1, \g<2>{last}\2", text)
        if text != path.read_text(encoding="utf-8"):
            path.write_text(text, encoding="utf-8")


def targets(state: ModelState) -> set[Key]:
    """Return the other models that a model refers to or is made from."""
    named = [base for base in state.bases if isinstance(base, str)]
    for field in state.fields.values():
        if field.is_relation:
            relation = field.remote_field
            models = (relation.model, getattr(relation, "through", None))
            named += [model if isinstance(model, str) else model._meta.label for model in models if model is not None]
    found = set()
    for name in named:
        app, _, model = name.rpartition(".")
        found.add((app or state.app_label, model.lower()))
    return found - {(state.app_label, state.name_lower), (state.app_label, "self")}


def in_order(app: str, states: States) -> list[ModelState]:
    """Return an app's models, each after those that it refers to. Raises CycleError when that cannot be."""
    order: TopologicalSorter[Key] = TopologicalSorter()
    for key in sorted(states):
        if key[0] == app:
            order.add(key, *sorted(target for target in targets(states[key]) if target[0] == app))
    return [states[key] for key in order.static_order()]


def creation(state: ModelState) -> migrations.CreateModel:
    """Return what creates a model whole, its fields in the order in which its class has them."""
    names = ModelState.from_model(apps.get_model(state.app_label, state.name)).fields
    if set(names) != set(state.fields):
        raise SystemExit(f"{state.name} has changed since its last migration: run makemigrations first.")
    options = {
        name: value
        for name, value in state.options.items()
        if name != "triggers" and (value or name not in {"indexes", "constraints"})
    }
    fields = [(name, state.fields[name]) for name in names]
    return migrations.CreateModel(state.name, fields, options, state.bases, state.managers)


def refuse_what_cannot_be_condensed() -> None:
    """End where a migration does what its models do not tell, also to a database without rows.

    Reads the text: a module that is imported now would not be read again after it was rewritten.
    """
    for _, path in files():
        text = path.read_text(encoding="utf-8")
        if len(re.findall(r"\bRun(?:SQL|Python)\(", text)) > text.count("elidable=True"):
            raise SystemExit(f"{path} runs SQL or Python and is not marked as elidable: nothing was changed.")


def condensed(app: str, states: States, loader: MigrationLoader) -> migrations.Migration:
    """Return the one migration that leaves an app as all its migrations do."""
    from pgtrigger.migrations import AddTrigger

    from annotation.create_models import CreateModels

    models = [copy.deepcopy(state) for state in in_order(app, states)]
    triggers = [
        AddTrigger(model_name=state.name_lower, trigger=trigger)
        for state in models
        for trigger in state.options.get("triggers", [])
    ]
    replaced = sorted(name for of, name in loader.disk_migrations if of == app)
    leaves = dict(loader.graph.leaf_nodes())
    others = {of for state in models for of, _ in targets(state)} - {app}
    content = {
        "initial": True,
        "replaces": [(app, name) for name in replaced],
        "dependencies": [(of, leaves[of]) for of in sorted(others)],
        "operations": [CreateModels(operations=[*map(creation, models), *triggers])],
    }
    made: type[migrations.Migration] = type("Migration", (migrations.Migration,), content)
    return made(f"0001_squashed_{leaves[app]}", app)


def main() -> None:
    """Write the condensed migrations of all apps."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    refuse_what_cannot_be_condensed()
    forget_the_condensed()
    loader = MigrationLoader(None)
    states = loader.project_state().models
    for app in APPS:
        migration = condensed(app, states, loader)
        path = BASE / app / "migrations" / f"{migration.name}.py"
        path.write_text(MigrationWriter(migration, include_header=False).as_string(), encoding="utf-8")
        print(f"{path.relative_to(BASE)} replaces {len(migration.replaces)}")


if __name__ == "__main__":
    main()
