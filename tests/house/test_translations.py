"""The interface is whole in each of its languages."""

import gettext
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from django.conf import settings
from django.utils.translation import gettext as django_gettext
from django.utils.translation import override

from tests.house.catalogues import (
    LANGUAGES,
    SOURCE_LANGUAGE,
    Marked,
    catalogue,
    marked,
    marked_in_python,
    marked_in_template,
    mo_bytes,
    po_bytes,
    po_of,
    read,
    untranslated,
    words_of,
)
from tests.house.tracked import name_of, written_files
from tests.house.unmarked import unmarked

# %(name)s, %d and %%; {name}; tags; what stays in place when a sentence is turned round.
PLACEHOLDER = re.compile(r"%\(\w+\)[sdf]|%[sdf%]|\{\w*\}|</?[a-z][^>]*>|&\w+;")
KOREAN = re.compile("[가-힣]")
# A particle whose form depends on the sound before it, straight after a placeholder: 이(가) is right, 이 is a guess.
PARTICLE = re.compile(r"(?:\)[sd]|\})(?:이|가|을|를|은|는|과|와|로|으로)(?![가-힣(])")
# Names, formats and words of the release files, the same in every language.
AS_IS = frozenset({
    "IdeaGene", "Workbench", "CSV", "SHA", "MAJOR", "MINOR", "PATCH", "evaluator", "jq", "pandas",
    "Mu", "Ra", "Hy", "Sp",
    "BibTeX", "CSL", "JSON", "DOI", "arXiv", "doi",
    "JSONL", "Lines", "zip", "CITATION", "cff", "Web", "Annotation", "Label", "Studio", "brat", "WebAnno", "TSV",
    "SVG", "PNG", "AC",
})  # fmt: skip
TRANSLATED = [language for language in LANGUAGES if language != SOURCE_LANGUAGE]


def placeholders(words: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(words))


def faulty(string: Marked, message: Message) -> bool:
    """Whether a translation lacks a placeholder or makes one up. One form may leave a number unsaid, not add one."""
    forms, asked = words_of(message), placeholders(string.plural or string.singular)
    if string.plural:
        return any(set(placeholders(form)) - set(asked) for form in forms)
    return placeholders(forms[0]) != asked


def test_the_languages_of_the_site_have_catalogues() -> None:
    assert sorted(LANGUAGES) == sorted(code for code, _name in settings.LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_holds_exactly_the_strings_of_the_sources(language: str) -> None:
    """`make messages` brings them in step; docs/translate.md says how."""
    strings, known = set(marked()), set(read(language))
    assert {"to add": sorted(strings - known), "to drop": sorted(known - strings)} == {"to add": [], "to drop": []}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_untranslated_or_fuzzy(language: str) -> None:
    assert untranslated(language) == []


def test_english_repeats_its_sources() -> None:
    for string, message in read(SOURCE_LANGUAGE).items():
        assert words_of(message) == ((string.singular, string.plural) if string.plural else (string.singular,))


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_and_tags_are_the_same_on_both_sides(language: str) -> None:
    wrong = {
        string.singular: words_of(message) for string, message in read(language).items() if faulty(string, message)
    }
    assert wrong == {}


def test_korean_sentences_are_in_korean() -> None:
    """A sentence that was copied over would pass as translated: whatever has four words or more holds Hangul."""
    copied = [
        string.singular
        for string, message in read("ko").items()
        if len(PLACEHOLDER.sub("", string.singular).split()) > 3 and not all(map(KOREAN.search, words_of(message)))
    ]
    assert copied == []


def test_korean_particles_do_not_guess_the_sound_of_a_placeholder() -> None:
    assert [words for message in read("ko").values() for words in words_of(message) if PARTICLE.search(words)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_and_its_compiled_form_are_as_the_tool_writes_them(language: str) -> None:
    known = read(language)
    made = catalogue(language, dict.fromkeys(known, ""), known)
    assert po_of(language).read_bytes() == po_bytes(made)
    assert po_of(language).with_suffix(".mo").read_bytes() == mo_bytes(made)


def test_the_compiled_korean_says_what_is_written() -> None:
    with po_of("ko").with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    assert compiled.gettext("My work") == "내 작업"
    assert compiled.pgettext("ecology", "same") == "동일"
    assert compiled.ngettext("%(days)d day", "%(days)d days", 3) == "%(days)d일"


def test_the_site_speaks_the_language_asked_for() -> None:
    with override("ko"):
        assert django_gettext("My work") == "내 작업"
    with override("en"):
        assert django_gettext("My work") == "My work"


def test_marked_strings_are_found_in_python() -> None:
    source = (
        """_("One"); pgettext("ecology", "same"); ngettext("%d day", "%d days", n); gettext("in " "two"); _(name)"""
    )
    assert set(marked_in_python(source)) == {
        Marked("", "One"),
        Marked("ecology", "same"),
        Marked("", "%d day", "%d days"),
        Marked("", "in two"),
    }


def test_marked_strings_are_found_in_a_template() -> None:
    # Django doubles a percent sign in templates, since their strings are filled in with %.
    source = """{% translate "95 % interval" %}{% translate "open" context "fate" %}<a title="{% translate 'Show' %}">
      {% blocktranslate count n=many %}{{ n }} pair{% plural %}{{ n }} pairs{% endblocktranslate %}
      {% blocktranslate trimmed %}two
        lines{% endblocktranslate %}{{ word|default:_("none") }}{# {% translate "gone" %} #}"""
    assert set(marked_in_template(source)) == {
        Marked("", "95 %% interval"),
        Marked("fate", "open"),
        Marked("", "Show"),
        Marked("", "%(n)s pair", "%(n)s pairs"),
        Marked("", "two lines"),
        Marked("", "none"),
    }


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Two words</p>", ["Two words"]),
        ('<img alt="A picture"><input placeholder="Name">', ["A picture", "Name"]),
        ("<p>{% translate 'Two words' %} · {{ count }} <kbd>Enter</kbd></p>", []),
        ("{% blocktranslate %}Two words{% endblocktranslate %}{# a remark #}<i title=\"{% translate 'T' %}\"></i>", []),
        ('<a href="{{ address }}" data-kind="quiet">CSV</a>', []),
    ],
)
def test_unmarked_text_is_noticed(source: str, found: list[str]) -> None:
    assert unmarked(source, AS_IS) == found


TEMPLATES = [path for path in written_files(".html") if name_of(path).startswith("templates/")]


@pytest.mark.parametrize("template", TEMPLATES, ids=name_of)
def test_a_template_marks_what_people_read(template: Path) -> None:
    assert unmarked(template.read_text(encoding="utf-8"), AS_IS) == []
