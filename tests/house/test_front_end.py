"""Templates, styles and vendored files keep the house's rules."""

import hashlib
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

BASE = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((BASE / "templates").rglob("*.html"))
STYLES = sorted((BASE / "static" / "css").glob("*.css"))
MODULES = sorted((BASE / "static" / "js").rglob("*.js"))
VENDOR = BASE / "static" / "vendor"


def named(path: Path) -> str:
    return str(path.relative_to(BASE))


@pytest.mark.parametrize("template", TEMPLATES, ids=named)
def test_a_template_has_no_inline_style_or_script(template: Path) -> None:
    """The content policy refuses them, silently for the reader."""
    text = template.read_text()
    assert not re.search(r"<[^>]*\sstyle\s*=", text)
    assert not re.search(r"<style\b", text)
    assert not re.search(r"<[^>]*\s(on[a-z]+|hx-on[:a-z-]*)\s*=", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")", text)
    assert not re.search(r"hx-(vals|headers)\s*=\s*[\"']\s*js(on)?:", text)


@pytest.mark.parametrize("template", TEMPLATES, ids=named)
def test_what_a_template_names_exists(template: Path) -> None:
    text = re.sub(r"{#.*?#}", "", template.read_text())
    for path in re.findall(r"{% static ['\"]([^'\"]+)['\"] %}", text):
        assert finders.find(path), path
    drawn = set(re.findall(r'<symbol id="([^"]+)"', (BASE / "templates/partials/icons.html").read_text()))
    own = set(re.findall(r'<symbol id="([^"]+)"', text))
    used = {name for name in re.findall(r'<use href="#([^"]+)"', text) if "{" not in name}
    assert used <= drawn | own


@pytest.mark.parametrize("style", STYLES, ids=named)
def test_a_style_names_its_colours_through_tokens(style: Path) -> None:
    if style.name == "tokens.css":
        return
    # light-dark() pairs and the white ground of a QR code are the only colours outside the tokens.
    plain = re.sub(r"light-dark\([^;]*\)|\.qr [^}]*}|::backdrop[^}]*}", "", style.read_text())
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[\s;,)])|rgb\(", plain)


@pytest.mark.parametrize("module", MODULES, ids=named)
def test_a_module_evaluates_no_text_and_writes_no_markup(module: Path) -> None:
    assert not re.search(r"\beval\(|new Function|innerHTML|insertAdjacentHTML|document\.write", module.read_text())


def test_vendored_files_are_the_ones_on_the_list() -> None:
    lines = [line.split("  ", 1) for line in (VENDOR / "CHECKSUMS").read_text().splitlines()]
    listed = {path: checksum for checksum, path in lines}
    present = {
        f"./{path.relative_to(VENDOR)}": hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path.name not in {"CHECKSUMS", "README.md"}
    }
    assert present == listed
