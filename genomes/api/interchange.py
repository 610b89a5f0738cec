"""Objects and evidence in and out, for programs."""

from typing import Any

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.refusal import Fault, Refused, refused
from annotation.serializers import FaultsSerializer
from evaluator import strictjson
from genomes.api.genomes import VERSION, visible_genome
from genomes.downloads import format_named, genome_download, project_download
from genomes.forms import SAME_NAME, annotations, same_name
from genomes.interchange import FORMATS, load, unpacked
from genomes.interchange.matching import labels_of
from genomes.interchange.model import EntryFault, Reading
from genomes.permissions import can_import, can_write_genomes
from genomes.selectors import entry_words
from genomes.serializers import ImportedFilesSerializer, ObjectFilesSerializer
from genomes.services import ImportedText, import_into, import_texts

BYTES = {(200, "application/octet-stream"): OpenApiTypes.BINARY}
FORMAT = OpenApiParameter("name", str, OpenApiParameter.PATH, enum=list(FORMATS))
CANDIDATES = OpenApiParameter("candidates", str, enum=["1"], description="Take undecided candidates along.")
SENT = {"multipart/form-data": ObjectFilesSerializer}
ANSWERS = {200: ImportedFilesSerializer, 400: FaultsSerializer}


class ExportGenome(APIView):
    @extend_schema(parameters=[FORMAT, VERSION, CANDIDATES], responses={**BYTES, 400: FaultsSerializer})
    def get(self, request: Request, slug: str, paper_slug: str, name: str) -> HttpResponseBase:
        """A genome as a file. Where the text may not be redistributed, formats that hold it are refused."""
        genome = visible_genome(request, slug, paper_slug)
        form = format_named(name)
        return genome_download(person_of(request), genome, form, with_candidates=_candidates(request))


class ExportProject(APIView):
    @extend_schema(parameters=[FORMAT, CANDIDATES], responses=BYTES)
    def get(self, request: Request, slug: str, name: str) -> HttpResponseBase:
        """Every genome that the caller may see, streamed: JSON lines, or a zip with files for each text."""
        project = project_for(request.user, slug)
        form = format_named(name)
        return project_download(person_of(request), project, form, with_candidates=_candidates(request))


class ImportObjects(APIView):
    parser_classes = [MultiPartParser]

    @extend_schema(request=SENT, parameters=[VERSION], responses=ANSWERS)
    def post(self, request: Request, slug: str, paper_slug: str) -> Response:
        """Bring objects into a genome as candidates; the answer says of each what became of it.

        Labels that are none of our types need one in `types`, or null to be left out; until then all is refused.
        """
        genome = visible_genome(request, slug, paper_slug)
        project = project_for(request.user, slug)
        allow(can_write_genomes(request.user, project) or can_import(request.user, project))
        sent = _Sent(request)
        return sent.answer(import_into(by=person_of(request), genome=genome, **sent.wish()))


class ImportTexts(APIView):
    parser_classes = [MultiPartParser]

    @extend_schema(request=SENT, responses=ANSWERS)
    def post(self, request: Request, slug: str) -> Response:
        """Bring annotated texts in: to the papers that they are, or as new papers; admins only."""
        project = project_for(request.user, slug)
        allow(can_import(request.user, project))
        sent = _Sent(request)
        return sent.answer(import_texts(by=person_of(request), project=project, **sent.wish()))


class _Sent:
    """The files of a request, read, and what is said of their labels. Raises Refused when that is not enough."""

    def __init__(self, request: Request) -> None:
        body = ObjectFilesSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        sent = body.validated_data["files"]
        if same_name(sent):
            raise refused("same_name", SAME_NAME % {"name": same_name(sent)}, "files")
        files = annotations(sent)
        opened, faults = unpacked(files)
        self.names = ", ".join(files)
        self.reading: Reading = load(opened)
        self.faults: list[EntryFault] = [*faults, *self.reading.faults]
        self.types = self._types(_given(body.validated_data["types"]))

    def _types(self, given: dict[str, Any]) -> dict[str, str]:
        """Each label's type, "" to leave it out; a label that is one of our types needs no word."""
        found, faults = {}, []
        for label in labels_of(self.reading.documents):
            kind = given.get(label.name, label.type or False)
            if kind is False:
                message = _("Say which type “%(label)s” is (it is there %(count)s times), or null to leave it out.")
                words = {"label": label.name, "count": label.count}
                faults.append(Fault("unmapped_label", message % words, f"types[{label.name}]"))
            else:
                found[label.name] = kind if isinstance(kind, str) else ""
        if faults:
            raise Refused(faults)
        return found

    def wish(self) -> dict[str, Any]:
        why = _("Imported from %(names)s") % {"names": self.names}
        documents, restore = self.reading.documents, self.reading.is_exact
        return {"documents": documents, "types": self.types, "why": why, "restore": restore}

    def answer(self, results: list[ImportedText]) -> Response:
        faults = [{"where": each.where, "field": each.field, "message": entry_words(each)} for each in self.faults]
        left_aside = dict(self.reading.left_aside)
        found = {"texts": results, "faults": faults, "left_aside": left_aside}
        return Response(ImportedFilesSerializer(found).data)


def _given(types: str) -> dict[str, Any]:
    try:
        value = strictjson.parse_text(types or "{}")
    except strictjson.BadJson as error:
        raise refused("not_json", _("`types` is not JSON: %(why)s.") % {"why": error}, "types") from error
    if not isinstance(value, dict) or not all(each is None or isinstance(each, str) for each in value.values()):
        raise refused("not_an_object", _("`types` must be a JSON object: label to type, or to null."), "types")
    return value


def _candidates(request: Request) -> bool:
    return request.query_params.get("candidates") == "1"
