"""A sentence that an adjudicator typed, found in one of the two papers."""

from django.utils.translation import gettext as _

from annotation.refusal import refused
from diffs.models import PaperPair
from evaluator.schema import Pointer
from genomes.models import SourceVersion


def pointer_to(pair: PaperPair, paper: str, quote: str, field: str) -> Pointer:
    """Where the paper says this, word for word. Raises Refused at `field` when it does not, or says it twice."""
    versions = {genome.paper.slug: genome.source_version_id for genome in (pair.source, pair.target)}
    if paper not in versions:
        raise refused("unknown_paper", _("Choose the paper that shows the transition."), field)
    if not quote:
        raise refused("no_quote", _("Copy the sentence that shows the transition, or choose none."), field)
    text = SourceVersion.objects.values_list("text", flat=True).get(pk=versions[paper])
    times = text.count(quote)
    if times != 1:
        message = _("The text has this sentence %(times)d times, not once. Copy it as it stands, or more of it.")
        raise refused("quote_not_found", message % {"times": times}, field)
    start = text.index(quote)
    return Pointer(paper=paper, start=start, end=start + len(quote), quote=quote)
