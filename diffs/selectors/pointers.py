"""Evidence pointers of an answer, checked against the papers' texts and completed with context and hash."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from django.utils.translation import gettext as _

from annotation.refusal import Fault
from diffs.models import PaperPair
from evaluator.schema import AlignmentEdge, DiffAnswer, Pointer
from genomes.anchoring import make_anchor
from genomes.models import SourceVersion
from genomes.selectors import anchor_faults


class Texts:
    """The texts that an answer may quote: of the pair's two papers the version that was read, else the newest."""

    def __init__(self, pair: PaperPair, slugs: Iterable[str]) -> None:
        read = {genome.paper.slug: genome.source_version_id for genome in (pair.source, pair.target)}
        self.versions: dict[str, SourceVersion] = {}
        found = SourceVersion.objects.filter(paper__project=pair.project_id, paper__slug__in=set(slugs))
        for version in found.select_related("paper").order_by("number"):
            slug = version.paper.slug
            if slug not in read or read[slug] == version.pk:
                self.versions[slug] = version

    def complete(self, pointer: Pointer, place: str) -> Pointer | list[Fault]:
        """The pointer with context and hash, or everything that is wrong with it."""
        version = self.versions.get(pointer.paper)
        if version is None:
            message = _("The library has no paper “%(paper)s”.") % {"paper": pointer.paper}
            return [Fault("unknown_paper", message, f"{place}.paper")]
        faults = anchor_faults(version, start=pointer.start, end=pointer.end, quote=pointer.quote, field=place)
        if pointer.text_sha256 not in ("", version.text_sha256):
            message = _("The evidence belongs to another version of the text. Select the place again.")
            faults.append(Fault("other_text", message, f"{place}.text_sha256"))
        if faults:
            return faults
        anchor = make_anchor(version.text, pointer.start, pointer.end, sha256=version.text_sha256)
        return replace(pointer, prefix=anchor.prefix, suffix=anchor.suffix, text_sha256=anchor.text_sha256)


def complete_pointers(pair: PaperPair, answer: DiffAnswer) -> tuple[DiffAnswer, list[Fault]]:
    """The answer with every pointer completed, and what is wrong with those that do not hold. One query."""
    texts = Texts(pair, papers_cited(answer))
    faults: list[Fault] = []

    def checked(pointers: tuple[Pointer, ...], place: str) -> tuple[Pointer, ...]:
        found = [texts.complete(pointer, f"{place}[{number}]") for number, pointer in enumerate(pointers)]
        for each in found:
            faults.extend(each if isinstance(each, list) else [])
        return tuple(pointer if isinstance(each, list) else each for pointer, each in zip(pointers, found, strict=True))

    completed = replace(
        answer,
        alignments=tuple(_edge(edge, f"alignments[{i}]", checked) for i, edge in enumerate(answer.alignments)),
        transition_evidence=checked(answer.transition_evidence, "transition_evidence"),
        evidence=checked(answer.evidence, "evidence"),
    )
    return completed, faults


def _edge(
    edge: AlignmentEdge, place: str, checked: Callable[[tuple[Pointer, ...], str], tuple[Pointer, ...]]
) -> AlignmentEdge:
    return replace(
        edge,
        source_evidence=checked(edge.source_evidence, f"{place}.source_evidence"),
        target_evidence=checked(edge.target_evidence, f"{place}.target_evidence"),
    )


def papers_cited(answer: DiffAnswer) -> set[str]:
    """Ids of all papers that the answer quotes."""
    pointers = [*answer.transition_evidence, *answer.evidence]
    for edge in answer.alignments:
        pointers += [*edge.source_evidence, *edge.target_evidence]
    return {pointer.paper for pointer in pointers}
