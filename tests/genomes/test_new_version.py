"""A new text of a paper whose genome is handed in: the old text, its genome and all that rests on it stay."""

from annotation.models import Unit
from annotation.services import claim_unit
from diffs.models import Diff, PaperPair
from genomes.models import Genome, Paper
from genomes.selectors import genome_for, idea_object_by_key, papers_page
from genomes.services import hand_in_genome, import_document
from tests.cast import Cast
from tests.factories import GENOME, PAPER_TEXT, a_diff, a_pair, an_answer


def a_second_text(cast: Cast, paper: Paper) -> Genome:
    """The same paper with one more sentence, so that every offset behind it moves."""
    text = PAPER_TEXT.format(title=paper.title, published=paper.published).replace("## Method", "More.\n\n## Method")
    imported = import_document(
        by=cast.admin, project=cast.project, data=text.encode(), filename="again.md", slug=paper.slug
    )
    found: Genome = Genome.objects.get(source_version=imported.version)
    return found


def handed_in(cast: Cast, genome: Genome) -> Genome:
    """With the objects that were carried over, each of which stands word for word in the new text."""
    claim_unit(person=cast.annotator1, unit=genome.unit)
    return hand_in_genome(by=cast.annotator1, genome=genome)


def test_the_pair_and_its_labels_stay_true_of_the_old_text(cast: Cast) -> None:
    pair = a_pair(cast)
    first = a_diff(cast.annotator1, pair)
    a_second_text(cast, pair.source.paper)
    found = PaperPair.objects.with_papers().get(pk=pair.pk)
    assert found.source_id == pair.source_id
    second = a_diff(cast.annotator2, found)  # offsets of the old text still hold
    assert Diff.objects.get(pk=first.pk).decision_key == second.decision_key


def test_the_new_genome_begins_with_what_was_found_again_and_is_handed_out(cast: Cast) -> None:
    pair = a_pair(cast)
    fresh = a_second_text(cast, pair.source.paper)
    assert sorted(each.handle for each in fresh.objects_all.all()) == ["D1", "L1", "M1", "N1"]
    assert (fresh.unit.kind, fresh.unit.labels_done) == (Unit.Kind.GENOME, 0)
    assert genome_for(cast.annotator1, pair.source.paper) == fresh
    old = idea_object_by_key(by=cast.annotator2, project=cast.project, key=f"{pair.source.paper.slug}:M1")
    assert old is not None
    assert old.genome_id == pair.source_id


def test_objects_are_counted_once_although_both_texts_have_theirs(cast: Cast) -> None:
    pair = a_pair(cast)
    handed_in(cast, a_second_text(cast, pair.source.paper))
    counts = {paper.slug: paper.objects_count for paper in papers_page(cast.admin, cast.project).page}
    assert counts[pair.source.paper.slug] == len(GENOME)


def test_an_answer_about_the_old_text_does_not_fit_a_pair_of_the_new_one(cast: Cast) -> None:
    old = a_pair(cast)
    new = a_pair(cast, source=handed_in(cast, a_second_text(cast, old.source.paper)), target=old.target)
    claim_unit(person=cast.annotator1, unit=new.unit)
    answer = an_answer(new)
    assert a_diff(cast.annotator1, new).pair_id == new.pk
    assert answer["evidence"][0]["start"] > an_answer(old)["evidence"][0]["start"]
