"""Who may reach papers, imports, genomes and idea objects."""

from typing import Any

from genomes.models import CarriedEvidence, ExtractionPass
from genomes.services import start_import, start_passes
from tests.cast import Cast
from tests.factories import a_genome, an_object
from tests.house.permissions import Row

QUOTE = "Small things in groups are missed."

# annotator1 holds the genome; until it is handed in, its objects are there for annotator1 and admins alone.
ROWS = {
    ("genomes:carried", "GET"): Row("302 404 200 404 404 200"),
    ("genomes:carried-confirm", "POST"): Row("302 404 302 404 403 403"),
    ("genomes:carried-drop", "POST"): Row("302 404 302 404 403 403"),
    ("api:genome-carried", "GET"): Row("401 404 200 404 404 200"),
    ("api:carried-confirm", "POST"): Row("401 404 200 404 404 403", {}, json=True),
    ("api:carried-drop", "POST"): Row("401 404 200 404 404 403", {}, json=True),
    ("genomes:search", "GET"): Row("302 404 200 200 200 200"),
    ("api:search", "GET"): Row("401 404 200 200 200 200"),
    ("genomes:papers", "GET"): Row("302 404 200 200 200 200"),
    ("genomes:import", "GET"): Row("302 404 403 403 403 200"),
    ("genomes:import", "POST"): Row("302 404 403 403 403 422", {}),
    ("genomes:import-batch", "GET"): Row("302 404 403 403 403 200"),
    ("genomes:import-retry", "POST"): Row("302 404 403 403 403 302"),
    ("genomes:paper", "GET"): Row("302 404 200 200 200 200"),
    ("genomes:references", "GET"): Row("302 404 200 200 200 200"),
    ("genomes:text", "POST"): Row("302 404 403 403 403 302", {}),
    ("genomes:look-up", "GET"): Row("302 404 403 403 403 302"),
    # look-ups are off; the page that follows says so
    ("genomes:look-up", "POST"): Row("302 404 403 403 403 302"),
    ("genomes:export-bib", "GET"): Row("302 404 200 200 200 200"),
    ("genomes:export-csl", "GET"): Row("302 404 200 200 200 200"),
    ("genomes:facts", "GET"): Row("302 404 403 403 403 200"),
    ("genomes:facts", "POST"): Row("302 404 403 403 403 422", {}),
    # a place that is taken is said on the page that follows
    ("genomes:take", "POST"): Row("302 404 302 302 403 403"),
    ("genomes:hand-in", "POST"): Row("302 404 422 404 403 403"),
    ("genomes:export-genome", "GET"): Row("302 404 200 404 404 200", kwargs={"name": "jsonl"}),
    ("genomes:import-objects", "GET"): Row("302 404 200 404 403 200"),
    ("genomes:import-objects", "POST"): Row("302 404 422 404 403 422", {}),
    ("genomes:exchange", "GET"): Row("302 404 200 200 200 200"),
    ("genomes:exchange", "POST"): Row("302 404 403 403 403 422", {}),
    ("genomes:export-project", "GET"): Row("302 404 200 200 200 200", kwargs={"name": "brat"}),
    ("genomes:limitations", "GET"): Row("302 404 200 404 403 403"),
    ("genomes:objects", "POST"): Row("302 404 422 404 403 403", {}),
    ("genomes:object", "GET"): Row("302 404 302 404 403 403"),
    ("genomes:object", "POST"): Row("302 404 422 404 403 403", {}),
    ("genomes:reject", "POST"): Row("302 404 302 404 403 403"),
    ("genomes:restore", "POST"): Row("302 404 302 404 403 403"),
    ("genomes:retype", "POST"): Row("302 404 302 404 403 403", {"type": "claim"}),
    ("genomes:split", "GET"): Row("302 404 302 404 403 403"),
    ("genomes:split", "POST"): Row("302 404 422 404 403 403", {}),
    ("genomes:merge", "GET"): Row("302 404 302 404 403 403"),
    ("genomes:merge", "POST"): Row("302 404 422 404 403 403", {}),
    ("genomes:history", "GET"): Row("302 404 200 404 404 200"),
    ("genomes:object-history", "GET"): Row("302 404 200 404 404 200"),
    ("genomes:undo", "POST"): Row("302 404 302 404 403 403"),
    ("genomes:redo", "POST"): Row("302 404 302 404 403 403"),
    ("api:object-retype", "POST"): Row("401 404 200 404 404 403", {"type": "claim"}, json=True),
    ("api:object-split", "POST"): Row("401 404 400 404 404 403", {}, json=True),
    ("api:genome-merge", "POST"): Row("401 404 400 404 404 403", {}, json=True),
    ("api:genome-undo", "POST"): Row("401 404 200 404 404 403", {}, json=True),
    ("api:genome-redo", "POST"): Row("401 404 400 404 404 403", {}, json=True),
    ("api:genome-operations", "GET"): Row("401 404 200 404 404 200"),
    # of a genome in work, passes are there for whom its objects are there; a pass that has ended is no longer cancelled
    ("genomes:passes", "GET"): Row("302 404 302 404 404 302"),
    ("genomes:passes", "POST"): Row("302 404 302 404 404 302", {}),
    ("genomes:pass-cancel", "POST"): Row("302 404 302 404 404 302"),
    ("genomes:pass-reject", "POST"): Row("302 404 302 404 403 403"),
    ("genomes:extraction", "GET"): Row("302 404 403 403 403 200"),
    ("genomes:extraction-table", "GET"): Row("302 404 403 403 403 200"),
    ("genomes:extraction-pass", "GET"): Row("302 404 403 403 403 200"),
    ("api:genome-passes", "GET"): Row("401 404 200 404 404 200"),
    ("api:genome-passes", "POST"): Row("401 404 400 404 404 400", {}, json=True),
    ("api:pass", "GET"): Row("401 404 200 404 404 200"),
    ("api:pass-cancel", "POST"): Row("401 404 200 404 404 200", {}, json=True),
    ("api:pass-reject", "POST"): Row("401 404 200 404 404 403", {}, json=True),
    ("api:papers", "GET"): Row("401 404 200 200 200 200"),
    ("api:paper", "GET"): Row("401 404 200 200 200 200"),
    ("api:paper", "PATCH"): Row("401 404 403 403 403 200", {"venue": "CVPR"}, json=True),
    ("api:references", "GET"): Row("401 404 200 200 200 200"),
    ("api:cited-by", "GET"): Row("401 404 200 200 200 200"),
    ("api:look-ups", "GET"): Row("401 404 403 403 403 200"),
    ("api:look-ups", "POST"): Row("401 404 403 403 403 400", {}, json=True),
    ("api:bibliography-bib", "GET"): Row("401 404 200 200 200 200"),
    ("api:bibliography-csl", "GET"): Row("401 404 200 200 200 200"),
    ("api:paper-text", "GET"): Row("401 404 200 200 200 200"),
    ("api:imports", "GET"): Row("401 404 403 403 403 200"),
    ("api:imports", "POST"): Row("401 404 403 403 403 400", {}),
    ("api:import", "GET"): Row("401 404 403 403 403 200"),
    ("api:genomes", "GET"): Row("401 404 200 200 200 200"),
    ("api:genome", "GET"): Row("401 404 200 404 404 200"),
    ("api:genome-claim", "POST"): Row("401 404 200 409 403 403", {}, json=True),
    ("api:genome-hand-in", "POST"): Row("401 404 400 404 404 403", {}, json=True),
    ("api:genome-objects", "GET"): Row("401 404 200 404 404 200"),
    ("api:genome-objects", "POST"): Row("401 404 400 404 404 403", {}, json=True),
    ("api:genome-export", "GET"): Row("401 404 200 404 404 200", kwargs={"name": "jsonl"}),
    ("api:genome-import", "POST"): Row("401 404 400 404 404 400", {}),
    ("api:project-export", "GET"): Row("401 404 200 200 200 200", kwargs={"name": "webanno"}),
    ("api:project-import", "POST"): Row("401 404 403 403 403 400", {}),
    ("api:object", "GET"): Row("401 404 200 404 404 200"),
    ("api:object", "PATCH"): Row("401 404 200 404 404 403", {"content": "Crowds"}, json=True),
    ("api:object-reject", "POST"): Row("401 404 200 404 404 403", {}, json=True),
    ("api:object-restore", "POST"): Row("401 404 200 404 404 403", {}, json=True),
}


def prepare(cast: Cast) -> dict[str, Any]:
    """A genome in the hands of annotator1 with one object, and a batch that is read."""
    genome = a_genome(cast)
    made = an_object(genome, QUOTE, by=cast.annotator1, type="limitation")
    batch = start_import(by=cast.admin, project=cast.project, files=[("a.txt", b"Words.")])
    batch.files.update(state="refused")
    place = made.evidence.get()
    old = {"start": 0, "quote": QUOTE, "prefix": "", "suffix": ""}
    carried = CarriedEvidence.objects.create(idea_object=made, old=old, evidence=place, outcome="proposed")
    (extraction,) = start_passes(by=cast.annotator1, genome=genome, types=["niche"], provider="cues")
    ExtractionPass.objects.filter(pk=extraction.pk).update(state="done")
    return {
        "carried_id": carried.pk,
        "pass_id": extraction.pk,
        "paper_slug": genome.paper.slug,
        "object_id": made.pk,
        "batch_id": batch.pk,
        "number": 1,
    }
