"""Annotated texts as hypothesis makes them: every kind of character that has ever shifted an offset."""

from hypothesis import strategies as st

from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.interchange.model import AnnotatedObject, AnnotatedText, Relation, a_document, place_at

# Astral, joined, combining, right to left, CJK, soft hyphen, ligature, line ends of all kinds, what formats reserve.
PIECES = (
    "💩", "𝒳", "👩‍🔬", "e\u0301", "שלום", "مرحبا", "深度学习", "日本語。", "co\u00adop", "\ufb03", "\u2028", "\u2029",
    "\x85", "\r", "\n", "\n\n", " ", "  ", "\t", "\v", "\u00a0", "\x01", "word", "The end. ", "A?", "#Text=",
    "\\", "\\n", "\\t", "\\u0041", "[1]", "|", "_", "*", "->", ";", "T1\t", "a_b", "'", '"', "<b>", "&amp;", "=1+1",
    "\ufeff", "{}", "0 5",
)  # fmt: skip
words = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)


@st.composite
def annotated_texts(draw: st.DrawFn, *, may_lack_places: bool = False) -> AnnotatedText:
    """A text with up to four objects: overlapping, on the same stretch, in several places; repairs and relations."""
    text = draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=25).map("".join))
    stretches = [
        (start, end)
        for start in range(len(text))
        for end in range(start + 1, min(start + 12, len(text)) + 1)
        if text[start:end].strip()
    ]
    fewest = 0 if may_lack_places else 1
    several = st.lists(st.sampled_from(stretches), min_size=fewest, max_size=3, unique=True)
    none: st.SearchStrategy[list[tuple[int, int]]] = st.just([])
    keys = [f"p:{number}" for number in range(draw(st.integers(0, 4 if stretches or may_lack_places else 0)))]
    objects = []
    for key in keys:
        places = tuple(place_at(text, *pair) for pair in draw(several if stretches else none))
        others = st.sampled_from([*[each for each in keys if each != key], "other:L1", "other:L2"])
        objects.append(
            AnnotatedObject(
                key=key,
                type=draw(st.sampled_from([*ObjectType, "Disease"])),
                content=draw(words),
                constraint=draw(words),
                contribution_role=draw(st.sampled_from([*ContributionRole, ""])),
                lineage_relevant=draw(st.booleans()),
                state=draw(st.sampled_from(["accepted", "candidate", ""])),
                repairs=tuple(sorted(draw(st.sets(others, max_size=2)))),
                places=places,
            )
        )
    pairs = st.tuples(st.sampled_from(keys), st.sampled_from(keys)) if keys else st.nothing()
    arrows = [Relation(*pair, "foundedBy") for pair in draw(st.lists(pairs, max_size=2) if keys else st.just([]))]
    return a_document("paper.v1", text, objects, arrows)
