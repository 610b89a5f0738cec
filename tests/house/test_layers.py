import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from tests.house.tracked import BASE

WITHOUT_FRAMEWORKS = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"django", "rest_framework", "celery", "psycopg", "redis", "config"}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Absent())
import importlib, pkgutil, evaluator
for module in pkgutil.walk_packages(evaluator.__path__, "evaluator."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print("imported")
"""


def run(*argv: str, cwd: Path = BASE) -> subprocess.CompletedProcess[str]:
    return subprocess.run(argv, cwd=cwd, capture_output=True, text=True, check=False)


def test_the_evaluator_imports_without_django_and_its_company() -> None:
    done = run(sys.executable, "-c", WITHOUT_FRAMEWORKS)
    assert done.stdout == "imported\n", done.stderr


def test_the_evaluator_answers_on_the_command_line_without_settings() -> None:
    done = run(sys.executable, "-m", "evaluator", "--help")
    assert done.returncode == 0, done.stderr
    assert "verify" in done.stdout
    assert "score" in done.stdout


def test_imports_keep_to_the_house_plan() -> None:
    done = run(sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache")
    assert done.returncode == 0, done.stdout


def contracts() -> dict[str, dict[str, object]]:
    with (BASE / "pyproject.toml").open("rb") as file:
        return {entry["id"]: entry for entry in tomllib.load(file)["tool"]["importlinter"]["contracts"]}


def test_the_layers_are_those_of_the_house_plan() -> None:
    layers = ["config", "releases", "adjudication", "diffs", "genomes", "annotation", "evaluator"]
    assert contracts()["apps"]["layers"] == layers
    assert contracts()["drawers"]["containers"] == layers[1:-1]


@pytest.mark.django_db
def test_the_migrations_say_what_the_models_say(settings: Settings) -> None:
    from django.core.management import call_command

    settings.MIGRATION_MODULES = {}  # without this the tests' own way to make a database hides all migrations
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
