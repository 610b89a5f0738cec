import re
from pathlib import PurePosixPath

from tests.house.tracked import BASE, name_of, project_files

FORBIDDEN_ROOMS = {"core", "util", "utils", "common", "helper", "helpers", "misc", "shared"}
TOP_LEVEL = {
    ".ci", ".editorconfig", ".gitignore", ".npmrc", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE",
    "Makefile", "README.md", "adjudication", "annotation", "config", "diffs", "docs", "evaluator", "fixtures",
    "genomes", "locale", "manage.py", "package-lock.json", "package.json", "pyproject.toml", "releases",
    "requirements-dev.lock", "requirements.lock", "static", "templates", "tests",
}  # fmt: skip

# Folders of one person's machine, and addresses of package registries: neither means anything to the next reader.
MACHINE_PATH = re.compile(r"(?<![\w.}])/(?:home|Users|root|work|workspace|mnt|private/var)/[\w.-]+")
REGISTRY = re.compile(
    r"https?://[^\s\"']*(?:pypi\.|pythonhosted\.|registry\.npmjs|npmmirror|/simple\b|artifactory|nexus)"
)
BINARY = {".png", ".jpg", ".gif", ".ico", ".woff2", ".pdf", ".zip", ".mo", ".gz"}


def test_no_room_has_a_name_that_says_nothing() -> None:
    bad = []
    for path in project_files():
        parts = PurePosixPath(name_of(path)).with_suffix("").parts
        if FORBIDDEN_ROOMS & {part.lower() for part in parts}:
            bad.append(name_of(path))
    assert bad == []


def test_the_top_level_holds_what_the_house_plan_names() -> None:
    found = {name_of(path).split("/", 1)[0] for path in project_files()}
    assert found - TOP_LEVEL == set()


def test_no_file_names_a_machine_or_a_registry() -> None:
    found = []
    for path in project_files():
        if path.suffix in BINARY or path == BASE / "tests" / "house" / "test_names.py":
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        found += [f"{name_of(path)}: {match[0]}" for match in MACHINE_PATH.finditer(text)]
        found += [f"{name_of(path)}: {match[0]}" for match in REGISTRY.finditer(text)]
    assert found == []


def test_every_locked_package_has_a_hash_and_no_address() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (BASE / name).read_text(encoding="utf-8")
        entries = re.split(r"^(?=\S)", text, flags=re.MULTILINE)
        for entry in filter(str.strip, entries):
            assert "--hash=sha256:" in entry, entry
            assert "==" in entry.split()[0], entry
        assert "--index-url" not in text
        assert "://" not in text


def test_what_the_run_time_lock_pins_is_pinned_alike_for_tests() -> None:
    def pins(name: str) -> set[str]:
        lines = (BASE / name).read_text(encoding="utf-8").splitlines()
        return {line.rstrip(" \\") for line in lines if line and not line.startswith((" ", "#"))}

    assert pins("requirements.lock") - pins("requirements-dev.lock") == set()
