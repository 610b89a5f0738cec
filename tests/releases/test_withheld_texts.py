"""A text that may not be given out leaves only as its hash and pointers into it."""

from releases.records import scope_of
from tests.cast import Cast
from tests.factories import a_genome


def test_a_release_holds_the_hash_instead_of_the_text(cast: Cast) -> None:
    free = a_genome(cast, handed_in=True)
    held = a_genome(cast, handed_in=True, licence="CC-BY-NC-4.0", redistributable=False)
    with scope_of(cast.project) as scope:
        papers = {paper.id: paper for paper in scope.papers()}
    assert papers[free.paper.slug].text == free.source_version.text
    assert papers[held.paper.slug].text is None
    assert papers[held.paper.slug].text_sha256 == held.source_version.text_sha256
