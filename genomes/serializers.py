"""The shape of what programs read and send about papers, genomes and idea objects."""

from typing import Any

from rest_framework import serializers

from annotation.wording import choices
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.models import (
    CarriedEvidence,
    Evidence,
    ExtractionPass,
    Genome,
    IdeaObject,
    ImportBatch,
    ImportFile,
    LookUp,
    Paper,
    Passage,
    SourceVersion,
)
from genomes.selectors import STATES, Cited, ImportProgress, repairs_of
from genomes.selectors.imports import FileRow
from genomes.selectors.second_reading import LONGEST_REASON
from genomes.services import FACTS
from genomes.wording import words_of


class PaperSerializer(serializers.ModelSerializer[Paper]):
    genome_state = serializers.ChoiceField(choices=list(STATES.items()), read_only=True)
    objects_count = serializers.IntegerField(read_only=True, help_text="Objects of the genome that is handed in.")
    versions_count = serializers.IntegerField(read_only=True)

    class Meta:
        model = Paper
        fields = ["slug", *FACTS, "genome_state", "objects_count", "versions_count", "created_at"]
        read_only_fields = ["slug", "created_at"]


class PassageSerializer(serializers.ModelSerializer[Passage]):
    """A typed stretch of the text; offsets are code points."""

    class Meta:
        model = Passage
        fields = ["position", "kind", "start", "end", "label", "level"]


class VersionSerializer(serializers.ModelSerializer[SourceVersion]):
    class Meta:
        model = SourceVersion
        fields = [
            "number", "format", "filename", "file_sha256", "text_sha256", "published", "licence", "language",
            "page_starts", "imported_at",
        ]  # fmt: skip


class TextSerializer(VersionSerializer):
    """A version with its canonical text and passages."""

    passages = PassageSerializer(many=True, read_only=True)

    class Meta(VersionSerializer.Meta):
        fields = [*VersionSerializer.Meta.fields, "text", "passages"]


class PaperDetailSerializer(PaperSerializer):
    versions = VersionSerializer(many=True, read_only=True)

    class Meta(PaperSerializer.Meta):
        fields = [*PaperSerializer.Meta.fields, "abstract", "other_ids", "versions"]
        read_only_fields = [*PaperSerializer.Meta.read_only_fields, "abstract", "other_ids"]


class ReferenceSerializer(serializers.Serializer[Cited]):
    """An entry of a reference list; `paper` is the short name of the paper of the library that it names, or null."""

    position = serializers.IntegerField(source="row.position")
    origin = serializers.CharField(source="row.origin", help_text="The format or catalogue that it was read from.")
    raw = serializers.CharField(source="row.raw", help_text="The entry as it is printed, where that is known.")
    title = serializers.CharField(source="row.title")
    first_author = serializers.CharField(source="row.first_author")
    year = serializers.IntegerField(source="row.year", allow_null=True)
    doi = serializers.CharField(source="row.doi")
    arxiv_id = serializers.CharField(source="row.arxiv_id")
    other_ids = serializers.DictField(source="row.other_ids", child=serializers.CharField())
    paper = serializers.CharField(source="paper.slug", default=None, allow_null=True)


class LookUpSerializer(serializers.ModelSerializer[LookUp]):
    faults = serializers.SerializerMethodField(help_text="What went wrong, a sentence for each catalogue.")

    class Meta:
        model = LookUp
        fields = ["id", "state", "created_at", "finished_at", "outcome", "faults"]

    def get_faults(self, row: LookUp) -> list[str]:
        return [words_of(each["template"], each["params"]) for each in row.faults]


class ImportFileSerializer(serializers.Serializer[FileRow]):
    """One file and what came of it; one that came out of a zip names that zip's id."""

    id = serializers.IntegerField(source="file.pk")
    archive = serializers.IntegerField(source="file.parent_id", allow_null=True)
    filename = serializers.CharField(source="file.filename")
    size = serializers.IntegerField(source="file.size")
    state = serializers.ChoiceField(source="file.state", choices=ImportFile.State.choices)
    format = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    notes = serializers.ListField(child=serializers.CharField(), help_text="What the reader of the file noticed.")
    outcome = serializers.DictField(help_text="Counts, such as passages, pages, references or files.")
    seconds = serializers.FloatField(source="file.seconds", allow_null=True)
    paper = serializers.CharField(source="file.source_version.paper.slug", default=None, allow_null=True)
    version = serializers.IntegerField(source="file.source_version.number", default=None, allow_null=True)
    finished_at = serializers.DateTimeField(source="file.finished_at", allow_null=True)


class ImportSerializer(serializers.ModelSerializer[ImportBatch]):
    class Meta:
        model = ImportBatch
        fields = ["id", "created_at"]


class ImportProgressSerializer(serializers.Serializer[ImportProgress]):
    """How a batch is getting on. `stuck` means that files wait and no worker is there to read them."""

    id = serializers.IntegerField(source="batch.pk")
    created_at = serializers.DateTimeField(source="batch.created_at")
    state = serializers.ChoiceField(choices=["running", "stuck", "done"])
    total = serializers.IntegerField()
    done = serializers.IntegerField()
    imported = serializers.IntegerField()
    known = serializers.IntegerField()
    metadata = serializers.IntegerField(help_text="Files that were read as metadata of works.")
    refused = serializers.IntegerField()
    files = ImportFileSerializer(many=True)


class NewImportSerializer(serializers.Serializer[Any]):
    files = serializers.ListField(child=serializers.FileField(allow_empty_file=True), max_length=100)


class SpanSerializer(serializers.Serializer[Any]):
    """A place in the text: `text[start:end] == quote`, in code points."""

    start = serializers.IntegerField()
    end = serializers.IntegerField()
    quote = serializers.CharField()


class EvidenceSerializer(serializers.ModelSerializer[Evidence]):
    class Meta:
        model = Evidence
        fields = ["start", "end", "quote", "prefix", "suffix", "text_sha256", "is_confirmed"]


class ObjectSerializer(serializers.ModelSerializer[IdeaObject]):
    key = serializers.CharField(read_only=True, help_text="Id in answers and releases: paper and handle.")
    evidence = EvidenceSerializer(many=True, read_only=True)
    repairs = serializers.SerializerMethodField(help_text="Ids of the limitations that a delta answers.")

    class Meta:
        model = IdeaObject
        fields = [
            "id",
            "key",
            "handle",
            "type",
            "content",
            "constraint",
            "contribution_role",
            "lineage_relevant",
            "repairs",
            "evidence",
            "state",
            "reject_reason",
            "revision",
            "changed_at",
        ]

    def get_repairs(self, idea_object: IdeaObject) -> list[str]:
        return [each.key for each in repairs_of(idea_object)]


class ObjectPayloadSerializer(serializers.Serializer[Any]):
    """What is sent to make an object; to change one, any part of it."""

    type = serializers.ChoiceField(choices=choices(ObjectType))
    content = serializers.CharField()
    evidence = SpanSerializer(many=True)
    constraint = serializers.CharField(required=False, allow_blank=True)
    contribution_role = serializers.ChoiceField(choices=choices(ContributionRole), required=False)
    lineage_relevant = serializers.BooleanField(required=False)
    repairs = serializers.ListField(child=serializers.CharField(), required=False)
    revision = serializers.IntegerField(
        required=False, help_text="The revision that was read; another one standing gives 409 with what stands."
    )


class ObjectFilesSerializer(serializers.Serializer[Any]):
    files = serializers.ListField(child=serializers.FileField(allow_empty_file=True), max_length=100)
    types = serializers.CharField(
        required=False, allow_blank=True, default="", help_text='JSON: {"Disease": "niche", "Date": null}'
    )


class EntrySerializer(serializers.Serializer[Any]):
    """What became of one object of a file."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # also the name of an attribute of every serializer
    outcome = serializers.ChoiceField(choices=["imported", "known", "left_out", "refused"])
    reasons = serializers.ListField(child=serializers.CharField())
    handle = serializers.CharField(source="idea_object.handle", default=None, allow_null=True)


class ImportedTextSerializer(serializers.Serializer[Any]):
    document = serializers.CharField()
    paper = serializers.CharField(source="genome.paper.slug", default=None, allow_null=True)
    reason = serializers.CharField(help_text="Why the text as a whole was refused.")
    entries = EntrySerializer(many=True)


class EntryFaultSerializer(serializers.Serializer[Any]):
    """What could not be read of a file, and where."""

    where = serializers.CharField()
    field = serializers.CharField()
    message = serializers.CharField()


class ImportedFilesSerializer(serializers.Serializer[Any]):
    texts = ImportedTextSerializer(many=True)
    faults = EntryFaultSerializer(many=True)
    left_aside = serializers.DictField(
        child=serializers.IntegerField(), help_text="What has no counterpart here, with counts."
    )


class RejectSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(required=False, allow_blank=True, max_length=300, default="")


class GenomeSerializer(serializers.ModelSerializer[Genome]):
    paper = serializers.CharField(source="source_version.paper.slug")
    version = serializers.IntegerField(source="source_version.number")
    text_sha256 = serializers.CharField(source="source_version.text_sha256")

    class Meta:
        model = Genome
        fields = ["paper", "version", "text_sha256", "handed_in_at", "revision"]


class FoundPaperSerializer(serializers.ModelSerializer[Paper]):
    class Meta:
        model = Paper
        fields = ["slug", "title", "published", "domain", "doi", "arxiv_id"]


class FoundObjectSerializer(serializers.ModelSerializer[IdeaObject]):
    key = serializers.CharField(read_only=True)

    class Meta:
        model = IdeaObject
        fields = ["id", "key", "type", "content", "constraint", "contribution_role"]


class FoundSerializer(serializers.Serializer[Any]):
    """One page of what was found, and how much there is of each kind."""

    papers_count = serializers.IntegerField()
    objects_count = serializers.IntegerField()
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    papers = FoundPaperSerializer(many=True)
    objects = FoundObjectSerializer(many=True)


class CarriedSerializer(serializers.ModelSerializer[CarriedEvidence]):
    """`old` is the evidence in the last text, `new` what is proposed for it in this one; null for an orphan."""

    object = serializers.IntegerField(source="idea_object_id")
    handle = serializers.CharField(source="idea_object.handle")
    old = serializers.DictField(help_text="start, end, quote, prefix, suffix and text_sha256 in the last text.")
    new = EvidenceSerializer(source="evidence", allow_null=True)

    class Meta:
        model = CarriedEvidence
        fields = ["id", "object", "handle", "outcome", "score", "decision", "old", "new"]


class PassSerializer(serializers.ModelSerializer[ExtractionPass]):
    """An extraction pass. `reason` says why it ended before its last part; what was dropped is counted, never kept."""

    class Meta:
        model = ExtractionPass
        fields = [
            "id", "type", "provider", "model", "prompt_version", "state", "is_cancel_asked", "reason", "parts_total",
            "parts_done", "parts_failed", "proposed", "unverifiable", "ambiguous", "repeated", "requests", "tokens_in",
            "tokens_out", "token_budget", "created_at", "started_at", "finished_at",
        ]  # fmt: skip


class NewPassesSerializer(serializers.Serializer[Any]):
    types = serializers.ListField(
        child=serializers.CharField(), max_length=len(ObjectType), help_text="Types of objects, one pass for each."
    )
    provider = serializers.ChoiceField(choices=ExtractionPass.Provider.choices, default="cues")


class RejectedSerializer(serializers.Serializer[Any]):
    rejected = serializers.IntegerField(help_text="How many candidates were undecided.")


class AskedPlaceSerializer(serializers.Serializer[Any]):
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    quote = serializers.CharField()


class AskedSerializer(serializers.Serializer[Any]):
    """One object as the reader meets it. Its type, role, handle and history are not said."""

    number = serializers.IntegerField()
    content = serializers.CharField()
    constraint = serializers.CharField()
    evidence = AskedPlaceSerializer(many=True, source="places")
    is_complete = serializers.BooleanField()


class ReadingSerializer(serializers.Serializer[Any]):
    unit = serializers.IntegerField(source="second_reading.unit_id")
    paper = serializers.CharField(source="paper.slug")
    version = serializers.IntegerField(source="version.number")
    mode = serializers.CharField(help_text="mine, free, taken, barred, submitted or waived.")
    objects = AskedSerializer(many=True, source="asked")


class AnswersSerializer(serializers.Serializer[Any]):
    payload = serializers.DictField(
        child=serializers.CharField(allow_blank=True, max_length=LONGEST_REASON),
        help_text="The form: type.3 (a type, or none), role.3 and reason.3 for the object with number 3.",
    )


class NewReadingDraftSerializer(AnswersSerializer):
    revision = serializers.IntegerField(min_value=0, help_text="The revision that the draft grew from; 0 for none.")


class ReadingDraftSerializer(NewReadingDraftSerializer):
    saved_at = serializers.DateTimeField(allow_null=True)
