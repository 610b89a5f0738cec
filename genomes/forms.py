"""The shape of what people type about papers and idea objects. What is right is decided in the services."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.wording import choices
from evaluator import strictjson
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.ingest import extensions
from genomes.ingest.formats import METADATA, PAPERS, Format
from genomes.ingest.reading import MAX_ARCHIVE_BYTES
from genomes.interchange import MAX_BYTES as MAX_ANNOTATIONS
from genomes.models import IdeaObject, Paper
from genomes.selectors import repairs_of

FILES_AT_ONCE = 100  # Django refuses more files than this in one request


class SeveralFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class SeveralFilesField(forms.FileField):
    """One or more files."""

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        files = data if isinstance(data, list | tuple) else [data]
        return [super(SeveralFilesField, self).clean(each, initial) for each in files if each] or [
            super().clean(None, initial)
        ]


class ImportForm(forms.Form):
    files = SeveralFilesField(  # type: ignore[assignment]  # a form may name a field like its own property
        label=_("Files"),
        allow_empty_file=True,  # an empty file is named among the refused ones, beside its neighbours
        widget=SeveralFilesInput(attrs={"multiple": True}),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["files"].widget.attrs["accept"] = ",".join(extensions())
        self.fields["files"].help_text = gettext(
            "Papers as %(papers)s; metadata as %(metadata)s; or a zip of many. Up to %(count)d files at once."
        ) % {"papers": _labels(PAPERS), "metadata": _labels(METADATA), "count": FILES_AT_ONCE}

    def documents(self) -> Iterator[tuple[str, bytes]]:
        """Name and bytes of each file, one at a time; of one that is too large a little more than is read."""
        return uploaded(self.cleaned_data["files"])


def uploaded(files: Iterable["UploadedFile[Any]"]) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of the files of a request, one in memory at a time."""
    for each in files:
        yield each.name or "", each.read(MAX_ARCHIVE_BYTES + 1)


def _labels(formats: Iterable[Format]) -> str:
    return ", ".join(gettext(each.label) for each in formats)


class ObjectFilesForm(forms.Form):
    """Files with annotations, of ours or of other tools."""

    files = SeveralFilesField(  # type: ignore[assignment]  # a form may name a field like its own property
        label=_("Files"),
        widget=SeveralFilesInput(attrs={"multiple": True, "accept": ".jsonl,.json,.jsonld,.ann,.txt,.tsv,.zip"}),
        help_text=_("JSONL, W3C Web Annotation, Label Studio, doccano, brat (.ann, .txt), WebAnno TSV 3; or a zip."),
    )

    def clean_files(self) -> list[Any]:
        files: list[Any] = self.cleaned_data["files"]
        double = same_name(files)
        if double:
            raise forms.ValidationError(SAME_NAME % {"name": double})
        return files

    def documents(self) -> dict[str, bytes]:
        """Bytes of each file by its name."""
        return annotations(self.cleaned_data["files"])


SAME_NAME = _("Two of the files are named “%(name)s”. Hand them in one after the other, or in a zip with folders.")


def same_name(files: "Iterable[UploadedFile[Any]]") -> str:
    """The name that two of the files have, which no files of annotations may: text and annotations go by names."""
    names = [each.name or "" for each in files]
    return next((name for name in names if names.count(name) > 1), "")


def annotations(files: "Iterable[UploadedFile[Any]]") -> dict[str, bytes]:
    """Bytes of each file by its name, together no more than a little over what is read, where it is refused."""
    found, left = {}, MAX_ANNOTATIONS + 1
    for each in files:
        found[each.name or ""] = each.read(left) if left else b""
        left -= len(found[each.name or ""])
    return found


class PaperTextForm(forms.Form):
    """The file that holds the text of one paper."""

    file = forms.FileField(label=_("File with the text"), allow_empty_file=True)


class LinesField(forms.CharField):
    """One entry to a line, as a list without repeats."""

    widget = forms.Textarea

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> list[str]:
        text: str = super().clean(value)
        return list(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))


class PaperFactsForm(forms.ModelForm):  # type: ignore[type-arg]  # the class takes no parameter at run time
    """What is known of a paper beside its text."""

    authors = LinesField(label=_("Authors"), required=False, help_text=_("One to a line."))
    aliases = LinesField(
        label=_("Other names"),
        required=False,
        help_text=_("Names of systems and abbreviations, one to a line. Exam questions never show them."),
    )

    class Meta:
        model = Paper
        fields = [
            "title", "published", "domain", "lineage", "aliases", "licence", "redistributable", "authors", "venue",
            "doi", "arxiv_id",
        ]  # fmt: skip
        widgets = {"published": forms.DateInput(attrs={"type": "date"})}
        help_texts = {
            "published": _("The day it first appeared; a predecessor must not be younger than its successor."),
            "domain": _("One of the project's construction domains."),
            "lineage": _("The line of work it belongs to, for example “Grid-regression detectors”."),
            "licence": _("For example CC-BY-4.0."),
            "redistributable": _("Otherwise releases hold pointers and hashes of the text instead of the text."),
        }

    def __init__(self, *args: Any, domains: Mapping[str, str] | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.domains = sorted(domains or {})
        self.fields["domain"].widget.attrs["list"] = "paper-domains"
        for name in ("authors", "aliases"):
            self.fields[name].widget.attrs["rows"] = 3

    def _post_clean(self) -> None:
        """Leave the instance alone: the service writes it and validates it."""


class ObjectForm(forms.Form):
    """An idea object. Evidence and repairs are lists of hidden values; the service reads and checks them."""

    type = forms.ChoiceField(label=_("Type"), choices=choices(ObjectType), widget=forms.RadioSelect, required=False)
    content = forms.CharField(
        label=_("The idea"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("A sentence that stands alone: it names the thing, and could be inherited, changed or lost alone."),
    )
    contribution_role = forms.ChoiceField(
        label=_("Role"), choices=choices(ContributionRole), widget=forms.RadioSelect, required=False
    )
    constraint = forms.CharField(
        label=_("Holds only for"), required=False, help_text=_("A setting, size or data set that limits it.")
    )
    lineage_relevant = forms.BooleanField(
        label=_("Matters to the lineage"),
        required=False,
        help_text=_("Otherwise it is kept as metadata of the paper."),
    )
    revision = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def payload(self) -> dict[str, Any]:
        """The JSON that the service reads. What the browser sent for evidence goes on as it is, to be refused there."""
        sent = self.data
        return {
            "type": sent.get("type", ""),
            "content": sent.get("content", "").replace("\r\n", "\n"),
            "constraint": sent.get("constraint", "").replace("\r\n", "\n"),
            "contribution_role": sent.get("contribution_role", ""),
            "lineage_relevant": self["lineage_relevant"].value() in ("on", "true", True),
            "repairs": [key for key in self.repairs() if key] if sent.get("type") == ObjectType.DELTA else [],
            "evidence": self.evidence(),
            "revision": self.cleaned_data.get("revision"),
        }

    def evidence(self) -> list[Any]:
        """The places that the form holds now."""
        if not self.is_bound:
            places: list[Any] = self.initial.get("evidence", [])
            return places
        return [_parsed(value) for value in self.data.getlist("evidence")]  # type: ignore[attr-defined]

    def repairs(self) -> list[str]:
        """The ids of the limitations that are chosen now."""
        if not self.is_bound:
            keys: list[str] = self.initial.get("repairs", [])
            return keys
        sent: list[str] = self.data.getlist("repairs")  # type: ignore[attr-defined]
        return sent


def _parsed(value: str) -> Any:
    try:
        return strictjson.parse_text(value)
    except ValueError:
        return value


def object_form_of(idea_object: IdeaObject) -> ObjectForm:
    """The form that changes an object, filled with what stands."""
    return ObjectForm(
        initial={
            "type": idea_object.type,
            "content": idea_object.content,
            "constraint": idea_object.constraint,
            "contribution_role": idea_object.contribution_role,
            "lineage_relevant": idea_object.lineage_relevant,
            "revision": idea_object.revision,
            "repairs": [each.key for each in repairs_of(idea_object)],
            "evidence": [
                {"start": row.start, "end": row.end, "quote": row.quote} for row in idea_object.evidence.all()
            ],
        }
    )
