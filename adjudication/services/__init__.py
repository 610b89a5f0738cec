"""The only writers of cases and resolutions. Keyword-only, atomic; a refusal has written nothing."""

from adjudication.services.cases import claim_case, claim_next_case, claim_next_dispute, press_next, release_case
from adjudication.services.drafts import draft_state, save_case_draft
from adjudication.services.genome_holds import claim_genome, genome_draft_state, release_genome, save_genome_draft
from adjudication.services.known import mark_gold_known
from adjudication.services.queueing import reassign_dispute, skip_dispute, unskip_dispute
from adjudication.services.resolutions import reopen_case, resolve_case
from adjudication.services.rulings import reopen_object, rule_objects
from adjudication.services.undecidable import tell_undecidable

__all__ = [
    "claim_case",
    "claim_genome",
    "claim_next_case",
    "claim_next_dispute",
    "draft_state",
    "genome_draft_state",
    "mark_gold_known",
    "press_next",
    "reassign_dispute",
    "release_case",
    "release_genome",
    "reopen_case",
    "reopen_object",
    "resolve_case",
    "rule_objects",
    "save_case_draft",
    "save_genome_draft",
    "skip_dispute",
    "tell_undecidable",
    "unskip_dispute",
]
