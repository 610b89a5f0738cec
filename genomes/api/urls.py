"""Routes of the API, below /api/v1/projects/<slug>/, in the namespace `api`."""

from django.urls import URLPattern, path

from genomes.api import carrying, extraction, genomes, interchange, papers, references, search

api_urls: list[URLPattern] = [
    path("search/", search.Search.as_view(), name="search"),
    path("papers/", papers.Papers.as_view(), name="papers"),
    path("papers/<slug:paper_slug>/", papers.OnePaper.as_view(), name="paper"),
    path("papers/export.bib", references.Bibliography.as_view(), name="bibliography-bib"),
    path("papers/export.json", references.CslBibliography.as_view(), name="bibliography-csl"),
    path("papers/<slug:paper_slug>/references/", references.References.as_view(), name="references"),
    path("papers/<slug:paper_slug>/cited-by/", references.CitedBy.as_view(), name="cited-by"),
    path("papers/<slug:paper_slug>/look-ups/", references.LookUps.as_view(), name="look-ups"),
    path("papers/<slug:paper_slug>/versions/<int:number>/", papers.OneText.as_view(), name="paper-text"),
    path("imports/", papers.Imports.as_view(), name="imports"),
    path("imports/<int:batch_id>/", papers.OneImport.as_view(), name="import"),
    path("genomes/", genomes.Genomes.as_view(), name="genomes"),
    path("genomes/<slug:paper_slug>/", genomes.OneGenome.as_view(), name="genome"),
    path("genomes/<slug:paper_slug>/claim/", genomes.Claim.as_view(), name="genome-claim"),
    path("genomes/<slug:paper_slug>/hand-in/", genomes.HandIn.as_view(), name="genome-hand-in"),
    path("genomes/<slug:paper_slug>/objects/", genomes.Objects.as_view(), name="genome-objects"),
    path("genomes/<slug:paper_slug>/export/<str:name>/", interchange.ExportGenome.as_view(), name="genome-export"),
    path("genomes/<slug:paper_slug>/import/", interchange.ImportObjects.as_view(), name="genome-import"),
    path("export/<str:name>/", interchange.ExportProject.as_view(), name="project-export"),
    path("import-objects/", interchange.ImportTexts.as_view(), name="project-import"),
    path("genomes/<slug:paper_slug>/carried/", carrying.Carried.as_view(), name="genome-carried"),
    path("carried/<int:carried_id>/confirm/", carrying.ConfirmCarried.as_view(), name="carried-confirm"),
    path("carried/<int:carried_id>/drop/", carrying.DropCarried.as_view(), name="carried-drop"),
    path("genomes/<slug:paper_slug>/passes/", extraction.Passes.as_view(), name="genome-passes"),
    path("passes/<int:pass_id>/", extraction.OnePass.as_view(), name="pass"),
    path("passes/<int:pass_id>/cancel/", extraction.CancelPass.as_view(), name="pass-cancel"),
    path("passes/<int:pass_id>/reject/", extraction.RejectRest.as_view(), name="pass-reject"),
    path("objects/<int:object_id>/", genomes.OneObject.as_view(), name="object"),
    path("objects/<int:object_id>/reject/", genomes.Reject.as_view(), name="object-reject"),
    path("objects/<int:object_id>/restore/", genomes.Restore.as_view(), name="object-restore"),
]
