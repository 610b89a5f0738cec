"""A reason for the whole, or one for a row: what is said, what is kept, and what still lacks. No database."""

from adjudication.forms import read_case
from adjudication.rules import Note, is_made_of_rows, kept_notes, whole_note

NAMES = {"dynamics": "Dynamics", "ecology": "Ecology", "fates[old:M1]": "Fate of Old M1"}
SAID = Note("other", "By the text.")


def test_the_reason_of_the_whole_holds_for_rows_without_one() -> None:
    own = {"ecology": Note("", "The task moved."), "dynamics": Note("rule_misread", ""), "fates[old:M1]": Note()}
    assert whole_note(SAID, own, NAMES) == SAID
    assert kept_notes(SAID, own) == {
        "ecology": Note("other", "The task moved."),
        "dynamics": Note("rule_misread", "By the text."),
    }


def test_without_one_for_the_whole_every_row_in_dispute_needs_its_own() -> None:
    two = {"dynamics": Note("rule_misread", "First."), "ecology": Note("other", "Second.")}
    assert whole_note(Note(), two, NAMES) == Note()
    all_three = {**two, "fates[old:M1]": Note("other", "Third.")}
    whole = whole_note(Note(), all_three, NAMES)
    assert whole == Note("other", "Dynamics: First.\nEcology: Second.\nFate of Old M1: Third.")
    # A reason without a rationale leaves the rationale of the whole to be written.
    assert whole_note(Note(), {**all_three, "ecology": Note("other", "")}, NAMES) == Note("other", "")
    assert whole_note(Note(), {}, {}) == Note()


def test_the_form_s_notes_are_read_by_row_whatever_its_name_holds() -> None:
    values = {
        "note.fates[a.b:M1].rationale": [" Kept. "],
        "note.fates[a.b:M1].reason_code": ["other"],
        "note.dynamics.reason_code": [""],
        "note.ecology.colour": ["red"],
    }
    assert read_case(values).row_notes == {"fates[a.b:M1]": {"reason_code": "other", "rationale": "Kept."}}


def test_a_rationale_made_of_its_rows_is_known_from_one_that_was_written() -> None:
    """The first names every row in dispute, which who labelled must not read."""
    own = {
        key: Note("other", said) for key, said in zip(NAMES, ("First.", "Two: lines\nof it.", "First."), strict=True)
    }
    made, told = whole_note(Note(), own, NAMES).rationale, [note.rationale for note in own.values()]
    assert is_made_of_rows(made, told)
    for written in (f"{made}\nBesides, read section 3.", "By the text.", "First.", f"Dynamics: {made[:20]}"):
        assert not is_made_of_rows(written, told)
    assert not is_made_of_rows("Dynamics: First.", [])
