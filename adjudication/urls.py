"""Routes of the adjudication app, below /projects/<slug>/."""

from django.urls import URLPattern, path

from adjudication.views import (
    agreement,
    agreement_files,
    case,
    decided,
    diagnosis,
    exports,
    feedback,
    flags,
    genomes,
    hands,
    known,
    queue,
    report,
)

app_name = "adjudication"

urlpatterns: list[URLPattern] = [
    path("disputes/", queue.queue, name="queue"),
    path("disputes/next/", queue.next_case, name="next"),
    path("disputes/<int:pair_id>/", case.case, name="case"),
    path("disputes/<int:pair_id>/claim/", case.claim, name="claim"),
    path("disputes/<int:pair_id>/release/", case.release, name="release"),
    path("disputes/<int:pair_id>/draft/", case.draft, name="draft"),
    path("disputes/<int:pair_id>/missing/", case.missing, name="missing"),
    path("disputes/<int:pair_id>/resolve/", case.resolve, name="resolve"),
    path("disputes/<int:pair_id>/reopen/", case.reopen, name="reopen"),
    path("disputes/<int:pair_id>/flag/", flags.flag, name="flag"),
    path("work/feedback/", feedback.feedback, name="feedback"),
    path("work/feedback/<int:pair_id>/", feedback.feedback_of, name="feedback-of"),
    path("disputes/units/<int:unit_id>/skip/", hands.skip, name="skip"),
    path("disputes/units/<int:unit_id>/reassign/", hands.reassign, name="reassign"),
    path("disputes/genomes/", genomes.genomes, name="genomes"),
    path("disputes/genomes/<int:reading_id>/", genomes.genome, name="genome"),
    path("disputes/genomes/<int:reading_id>/claim/", genomes.claim, name="genome-claim"),
    path("disputes/genomes/<int:reading_id>/release/", genomes.release, name="genome-release"),
    path("disputes/genomes/<int:reading_id>/draft/", genomes.draft, name="genome-draft"),
    path("disputes/genomes/<int:reading_id>/decide/", genomes.decide, name="genome-decide"),
    path("disputes/genomes/<int:reading_id>/objects/<int:number>/reopen/", genomes.reopen, name="object-reopen"),
    path("calibration/gold/", known.known_from_gold, name="known-from-gold"),
    path("exports/", exports.exports, name="exports"),
    path("exports/everything.zip", exports.everything, name="export-everything"),
    path("exports/<slug:name>.jsonl", exports.table, {"ending": "jsonl"}, name="export-jsonl"),
    path("exports/<slug:name>.csv", exports.table, {"ending": "csv"}, name="export-csv"),
    path("agreement/diagnosis/", diagnosis.page, name="diagnosis"),
    path("agreement/diagnosis/compute/", diagnosis.compute, name="diagnosis-compute"),
    path("agreement/diagnosis/progress/", diagnosis.progress, name="diagnosis-progress"),
    path("agreement/diagnosis/gold.csv", diagnosis.table, {"name": "gold"}, name="diagnosis-gold"),
    path("agreement/diagnosis/annotators.csv", diagnosis.table, {"name": "annotators"}, name="diagnosis-annotators"),
    path("agreement/diagnosis/units.csv", diagnosis.table, {"name": "units"}, name="diagnosis-units"),
    path("agreement/report.html", report.report_html, name="agreement-report"),
    path("agreement/report.json", report.report_json, name="agreement-report-json"),
    path("agreement/", agreement.agreement, name="agreement"),
    path("agreement/figures/", agreement.figures, name="agreement-figures"),
    path("agreement/decided/", decided.decided, name="agreement-decided"),
    path("agreement/people/", decided.people, name="agreement-people"),
    *(
        path(f"agreement/{name}.csv", agreement_files.table, {"name": name}, name=f"agreement-{route}")
        for name, route in agreement_files.TABLE_ROUTES.items()
    ),
    *(
        path(f"agreement/{name}.svg", agreement_files.picture, {"name": name}, name=f"agreement-{name}-svg")
        for name in agreement_files.PICTURES
    ),
]
