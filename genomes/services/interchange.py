"""Objects in, from files of ours and of other tools: each is checked against the text and comes as a candidate."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import Project, User
from annotation.refusal import Fault, Refused, refused
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes import rules
from genomes.anchoring import innermost_passage, make_anchor
from genomes.ingest.document import ParsedDocument
from genomes.ingest.plain import read_plain
from genomes.interchange.matching import with_line_feeds
from genomes.interchange.model import AnnotatedObject, AnnotatedText
from genomes.models import Evidence, Genome, IdeaObject, Operation, Passage, SourceVersion
from genomes.permissions import can_import
from genomes.selectors import anchor_faults, hold_of, idea_object_by_key
from genomes.services.holding import genome_in_hand
from genomes.services.operations import record
from genomes.services.papers import import_document
from genomes.services.payloads import size_faults
from genomes.wording import reason_words

CANDIDATE = IdeaObject.State.CANDIDATE
IMPORTED, KNOWN, LEFT_OUT, REFUSED = "imported", "known", "left_out", "refused"


@dataclass(frozen=True, slots=True)
class Entry:
    """What became of one object of a file: imported, known, left_out or refused, and why."""

    key: str
    label: str
    outcome: str
    reasons: tuple[str, ...] = ()
    idea_object: IdeaObject | None = None


@dataclass(frozen=True, slots=True)
class ImportedText:
    """What became of one text of a file. `genome` is None, and `reason` says why, when it had no place here."""

    document: str
    genome: Genome | None = None
    entries: tuple[Entry, ...] = ()
    reason: str = ""
    relations_left_out: int = 0

    @property
    def counts(self) -> dict[str, int]:
        outcomes = [entry.outcome for entry in self.entries]
        return {outcome: outcomes.count(outcome) for outcome in (IMPORTED, KNOWN, LEFT_OUT, REFUSED)}


@transaction.atomic
def import_objects(
    *, by: User, genome: Genome, document: AnnotatedText, types: Mapping[str, str], why: str, restore: bool = False
) -> ImportedText:
    """Bring the objects of a document into a genome as candidates; those that are there already are left alone.

    `types` gives each label one of our types, or "" to leave it out. With `restore` (a file of our own format), into a
    genome without objects that is in the person's hands, they come back as they were: handles, states, repairs.
    Raises Refused when the document is about another text, when the genome is handed in or not in the person's hands,
    or when a label has no type. An object that does not hold is refused by itself, with every reason.
    """
    genome = _writable(by, genome)
    document = with_line_feeds(document)
    _refuse_other_text(document, genome.source_version)
    _refuse_unmapped(document.objects, types)
    is_restored = restore and genome.author_id == by.pk and not genome.objects_all.exists()
    import_ = _Import(by, genome, document, types, is_restored)
    entries = import_.run()
    made = [str(e.idea_object.pk) for e in entries if e.outcome == IMPORTED and e.idea_object is not None]
    if made:
        record(genome=genome, kind=Operation.Kind.CREATE, by=by, why=why[:300], before=dict.fromkeys(made))
    return ImportedText(document.document, genome, tuple(entries), "", len(document.relations))


def import_into(
    *, by: User, genome: Genome, documents: Iterable[AnnotatedText], types: Mapping[str, str], why: str,
    restore: bool = False,
) -> list[ImportedText]:  # fmt: skip
    """Bring those of the documents that are about a genome's text into it; of the others it says why not."""
    found = []
    for document in documents:
        try:
            found.append(import_objects(by=by, genome=genome, document=document, types=types, why=why, restore=restore))
        except Refused as refusal:
            found.append(ImportedText(document.document, reason=str(refusal)))
    return found


def import_texts(
    *, by: User, project: Project, documents: Iterable[AnnotatedText], types: Mapping[str, str], why: str,
    restore: bool = False,
) -> list[ImportedText]:  # fmt: skip
    """Bring every document to the paper whose text it is about; a text that is not here yet becomes a paper.

    A document that cannot be imported never stops the others. For admins: papers are theirs to make.
    """
    found = []
    for document in documents:
        try:
            with transaction.atomic():
                genome = _genome_of(by, project, with_line_feeds(document))
                found.append(
                    import_objects(by=by, genome=genome, document=document, types=types, why=why, restore=restore)
                )
        except Refused as refusal:
            found.append(ImportedText(document.document, reason=str(refusal)))
    return found


def _genome_of(by: User, project: Project, document: AnnotatedText) -> Genome:
    """The genome of the text that a document is about. Raises Refused when it neither is here nor comes along."""
    version: SourceVersion | None = (
        SourceVersion.objects.visible_to(by)
        .filter(paper__project=project, text_sha256=document.text_sha256 or "-")
        .order_by("-number")
        .first()
    )
    if version is None and document.text is None:
        raise refused("no_text", _("The text that it is about is not in the library. Import the paper first."), "text")
    if version is None:
        data, filename = (document.text or "").encode(), f"{document.document}.txt"
        version = import_document(by=by, project=project, data=data, filename=filename, read=_as_it_is).version
    genome: Genome | None = Genome.objects.visible_to(by).filter(source_version=version).first()
    if genome is None:
        raise refused("no_genome", _("You may not see the genome of this text."))
    return genome


def _as_it_is(data: bytes, _filename: str) -> tuple[str, ParsedDocument]:
    """The text as plain text, whatever it looks like: offsets of other tools count every character of it."""
    return "text", read_plain(data)


def _writable(by: User, genome: Genome) -> Genome:
    """The genome under lock, for who holds it; an admin may also propose objects while nobody does."""
    project = genome.paper.project
    if not can_import(by, project) or hold_of(by, genome).is_mine or not hold_of(by, genome).is_free:
        return genome_in_hand(by=by, genome=genome)
    locked: Genome = (
        Genome.objects.select_for_update(of=("self",)).select_related("source_version__paper__project", "unit")
    ).get(pk=genome.pk)
    if locked.handed_in_at is not None:
        raise refused("handed_in", _("This genome is handed in; it can no longer be changed."))
    locked.revision += 1
    locked.save(update_fields=["revision"])
    return locked


def _refuse_other_text(document: AnnotatedText, version: SourceVersion) -> None:
    is_other = document.text is not None and document.text != version.text
    if is_other or document.text_sha256 not in ("", version.text_sha256):
        message = _("“%(document)s” is about another text than this genome: their hashes differ.")
        raise refused("other_text", message % {"document": document.document}, "text_sha256")


def _refuse_unmapped(objects: Iterable[AnnotatedObject], types: Mapping[str, str]) -> None:
    labels = dict.fromkeys(each.type for each in objects)
    faults = [
        Fault(
            "unmapped_label", _("Say which type “%(label)s” is, or leave it out.") % {"label": label}, f"types[{label}]"
        )
        for label in labels
        if types.get(label) is None or types[label] not in {"", *ObjectType}
    ]
    if faults:
        raise Refused(faults)


@dataclass(slots=True)
class _Import:
    """One document on its way into one genome, which is locked."""

    by: User
    genome: Genome
    document: AnnotatedText
    types: Mapping[str, str]
    is_restored: bool
    passages: list[Passage] = field(default_factory=list)
    known: dict[tuple[Any, ...], IdeaObject] = field(default_factory=dict)
    handles: set[str] = field(default_factory=set)
    made: dict[str, IdeaObject] = field(default_factory=dict)

    def run(self) -> list[Entry]:
        version = self.genome.source_version
        self.passages = list(version.passages.order_by("position"))
        standing = list(self.genome.objects_all.prefetch_related("evidence"))
        self.handles = {each.handle for each in standing}
        self.known = {self._signature_of(each): each for each in standing}
        entries = [self._entry(each) for each in self.document.objects]
        return self._with_repairs(entries)

    def _signature_of(self, each: IdeaObject) -> tuple[Any, ...]:
        return each.type, each.content, frozenset((row.start, row.end) for row in each.evidence.all())

    def _entry(self, each: AnnotatedObject) -> Entry:
        kind = self.types[each.type]
        if not kind:
            return Entry(each.key, each.type, LEFT_OUT)
        content = each.content.strip() or " … ".join(self._words(each)).strip()
        reasons = self._reasons(each, kind, content)
        if reasons:
            return Entry(each.key, each.type, REFUSED, reasons)
        signature = (kind, content, frozenset((place.start, place.end) for place in each.places))
        standing = self.known.get(signature)
        if standing is not None:
            self.made.setdefault(each.key, standing)
            return Entry(each.key, each.type, KNOWN, (), standing)
        made = self._make(each, kind, content)
        self.known[signature] = self.made[each.key] = made
        return Entry(each.key, each.type, IMPORTED, (), made)

    def _words(self, each: AnnotatedObject) -> list[str]:
        return [self.genome.source_version.text[place.start : place.end] for place in each.places]

    def _reasons(self, each: AnnotatedObject, kind: str, content: str) -> tuple[str, ...]:
        """Everything that keeps an object out: the contract of objects, and evidence that is not in the text."""
        version = self.genome.source_version
        evidence = tuple(rules.EvidenceFacts("", place.start, place.end) for place in each.places)
        role = each.contribution_role or ContributionRole.CONTEXT
        facts = rules.ObjectFacts(key="", type=kind, content=content, evidence=evidence, contribution_role=role)
        reasons = [str(reason_words(reason)) for reason in rules.rejections(facts)]
        for index, place in enumerate(each.places):
            quote = place.quote
            if quote is None:  # a position alone says what it covers only together with the hash of its text
                quote = version.text[place.start : place.end] if self.document.text_sha256 else ""
            faults = anchor_faults(version, start=place.start, end=place.end, quote=quote, field=f"evidence[{index}]")
            reasons += [f"{fault.field}: {fault.message}" for fault in faults]
        if len({(place.start, place.end) for place in each.places}) < len(each.places):
            reasons.append(_("The same place is given twice."))
        reasons += [fault.message for fault in size_faults(content, each.constraint, len(each.places))]
        return tuple(reasons)

    def _make(self, each: AnnotatedObject, kind: str, content: str) -> IdeaObject:
        made = IdeaObject.objects.create(
            genome=self.genome,
            type=kind,
            handle=self._handle(each, ObjectType(kind)),
            content=content,
            constraint=each.constraint.strip(),
            contribution_role=each.contribution_role or ContributionRole.CONTEXT,
            lineage_relevant=each.lineage_relevant,
            state=self._state(each),
            created_by=self.by,
        )
        version = self.genome.source_version
        anchors = [make_anchor(version.text, p.start, p.end, sha256=version.text_sha256) for p in each.places]
        Evidence.objects.bulk_create(
            Evidence(
                idea_object=made,
                source_version=version,
                passage=innermost_passage(self.passages, anchor.start, anchor.end),
                start=anchor.start,
                end=anchor.end,
                quote=anchor.quote,
                prefix=anchor.prefix,
                suffix=anchor.suffix,
                text_sha256=anchor.text_sha256,
                created_by=self.by,
            )
            for anchor in anchors
        )
        return made

    def _state(self, each: AnnotatedObject) -> str:
        return each.state if self.is_restored and each.state in IdeaObject.State.values else CANDIDATE

    def _handle(self, each: AnnotatedObject, kind: ObjectType) -> str:
        """The object's own when it is restored and free, else the next one of its type."""
        own = each.key.rpartition(":")[2]
        number = own[1:]
        is_handle = own[:1] == kind.letter and number.isascii() and number.isdecimal() and len(own) <= 8
        if not (self.is_restored and is_handle and str(int(number)) == number and own not in self.handles):
            numbers = [int(handle[1:]) for handle in self.handles if handle[0] == kind.letter]
            own = f"{kind.letter}{max(numbers, default=0) + 1}"
        self.handles.add(own)
        return own

    def _with_repairs(self, entries: list[Entry]) -> list[Entry]:
        """Tie deltas to the limitations that they answer; those that are not here are named at their entry."""
        wanted = {each.key: each.repairs for each in self.document.objects}
        found = []
        for entry in entries:
            made, missing = entry.idea_object, []
            if entry.outcome == IMPORTED and made is not None:
                limitations = {key: self._limitation(key) for key in wanted[entry.key]}
                if made.type == ObjectType.DELTA:
                    made.repairs.set([each for each in limitations.values() if each is not None])
                missing = [key for key, each in limitations.items() if each is None or made.type != ObjectType.DELTA]
            words = _("Does not repair %(key)s here: that is no limitation that you can see in this project.")
            reasons = tuple(words % {"key": key} for key in missing)
            found.append(Entry(entry.key, entry.label, entry.outcome, entry.reasons + reasons, made))
        return found

    def _limitation(self, key: str) -> IdeaObject | None:
        own = self.made.get(key)
        found = own or idea_object_by_key(by=self.by, project=self.genome.paper.project, key=key)
        return found if found is not None and found.type == ObjectType.LIMITATION else None
