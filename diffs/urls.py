"""Routes of the diffs app, below /projects/<slug>/."""

from django.urls import path

from diffs.views import candidates, pair, pairs, traces

app_name = "diffs"

urlpatterns = [
    path("candidates/", candidates.candidates, name="candidates"),
    path("candidates/search/", candidates.search, name="candidates-search"),
    path("candidates/curate/", candidates.curate, name="candidates-curate"),
    path("candidates/<int:candidate_id>/accept/", candidates.accept, name="candidate-accept"),
    path("candidates/<int:candidate_id>/reject/", candidates.reject, name="candidate-reject"),
    path("pairs/", pairs.pairs, name="pairs"),
    path("pairs/<int:pair_id>/", pair.pair, name="pair"),
    path("pairs/<int:pair_id>/texts/", pair.texts, name="texts"),
    path("pairs/<int:pair_id>/claim/", pair.claim, name="claim"),
    path("pairs/<int:pair_id>/draft/", pair.draft, name="draft"),
    path("pairs/<int:pair_id>/submit/", pair.submit, name="submit"),
    path("pairs/<int:pair_id>/change/", pair.change, name="change"),
    path("traces/", traces.traces, name="traces"),
    path("traces/<int:trace_id>/", traces.trace, name="trace"),
]
