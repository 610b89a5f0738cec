"""Routes of the genomes app, below /projects/<slug>/."""

from django.urls import URLPattern, URLResolver, include, path

from genomes.views import (
    bibliography,
    carrying,
    dividing,
    extraction,
    genome,
    history,
    imports,
    interchange,
    objects,
    papers,
    references,
    search,
    second_reading,
)

app_name = "genomes"

of_object = [
    path("", objects.change, name="object"),
    path("reject/", objects.reject, name="reject"),
    path("restore/", objects.restore, name="restore"),
    path("retype/", objects.retype, name="retype"),
    path("split/", dividing.split, name="split"),
    path("merge/", dividing.merge, name="merge"),
    path("history/", history.object_history, name="object-history"),
]

of_reading = [
    path("", second_reading.reading, name="reading"),
    path("take/", second_reading.take, name="reading-take"),
    path("draft/", second_reading.draft, name="reading-draft"),
    path("submit/", second_reading.submit, name="reading-submit"),
    path("waive/", second_reading.waive, name="reading-waive"),
]

of_passes = [
    path("", extraction.passes, name="passes"),
    path("<int:pass_id>/cancel/", extraction.cancel, name="pass-cancel"),
    path("<int:pass_id>/reject/", extraction.reject_rest, name="pass-reject"),
]

of_paper: list[URLPattern | URLResolver] = [
    path("", genome.paper, name="paper"),
    path("facts/", papers.facts, name="facts"),
    path("references/", references.references, name="references"),
    path("text/", references.text, name="text"),
    path("look-up/", references.look_up, name="look-up"),
    path("reading/", include(of_reading)),
    path("genome/carried/", carrying.carried, name="carried"),
    path("genome/carried/<int:carried_id>/confirm/", carrying.confirm, name="carried-confirm"),
    path("genome/carried/<int:carried_id>/drop/", carrying.drop, name="carried-drop"),
    path("genome/take/", genome.take, name="take"),
    path("genome/hand-in/", genome.hand_in, name="hand-in"),
    path("genome/export/<str:name>/", interchange.export_genome, name="export-genome"),
    path("genome/import/", interchange.import_genome, name="import-objects"),
    path("genome/passes/", include(of_passes)),
    path("genome/history/", history.history, name="history"),
    path("genome/undo/", history.undo, name="undo"),
    path("genome/redo/", history.redo, name="redo"),
    path("genome/limitations/", objects.limitations, name="limitations"),
    path("genome/objects/", objects.create, name="objects"),
    path("genome/objects/<int:object_id>/", include(of_object)),
]

urlpatterns = [
    path("search/", search.search, name="search"),
    path("extraction/", extraction.overview, name="extraction"),
    path("extraction/passes.csv", extraction.table, name="extraction-table"),
    path("extraction/<int:pass_id>/", extraction.one, name="extraction-pass"),
    path("papers/", papers.papers, name="papers"),
    path("papers/export.bib", bibliography.export, {"ending": "bib"}, name="export-bib"),
    path("papers/export.json", bibliography.export, {"ending": "json"}, name="export-csl"),
    path("papers/exchange/", interchange.exchange, name="exchange"),
    path("papers/exchange/<str:name>/", interchange.export_project, name="export-project"),
    path("papers/import/", imports.start, name="import"),
    path("papers/imports/<int:batch_id>/", imports.batch, name="import-batch"),
    path("papers/imports/<int:batch_id>/retry/", imports.retry, name="import-retry"),
    path("papers/<slug:paper_slug>/", include(of_paper)),
]
