"""Page-shaped reads of papers and genomes, and the check that a pointer points where it says."""

from genomes.selectors.bibliography import records_of
from genomes.selectors.cards import Card, Missing, Place, Section
from genomes.selectors.holding import Hold, hold_of
from genomes.selectors.imports import ImportProgress, import_page, import_progress
from genomes.selectors.interchange import annotated_text, annotated_texts, document_name, entry_words
from genomes.selectors.lookups import LookUpState, look_up_state
from genomes.selectors.objects import (
    facts_of,
    genome_gaps_of,
    genome_objects,
    handle_order,
    idea_object_by_key,
    objects_of_genomes,
    pointers_of,
    repairs_of,
    standing_objects,
)
from genomes.selectors.papers import (
    STATES,
    PapersPage,
    limitations_by_key,
    limitations_to_repair,
    papers_page,
    with_genome_state,
)
from genomes.selectors.pointers import anchor_faults, anchored, resolve_pointer
from genomes.selectors.references import (
    Cited,
    ReferenceList,
    cited_by_page,
    citing_papers,
    matched,
    reference_lists,
    references_page,
)
from genomes.selectors.screen import GenomeScreen, genome_for, genome_screen

__all__ = [
    "STATES",
    "Card",
    "Cited",
    "GenomeScreen",
    "Hold",
    "ImportProgress",
    "LookUpState",
    "Missing",
    "PapersPage",
    "Place",
    "ReferenceList",
    "Section",
    "anchor_faults",
    "anchored",
    "annotated_text",
    "annotated_texts",
    "cited_by_page",
    "citing_papers",
    "document_name",
    "entry_words",
    "facts_of",
    "genome_for",
    "genome_gaps_of",
    "genome_objects",
    "genome_screen",
    "handle_order",
    "hold_of",
    "idea_object_by_key",
    "import_page",
    "import_progress",
    "limitations_by_key",
    "limitations_to_repair",
    "look_up_state",
    "matched",
    "objects_of_genomes",
    "papers_page",
    "pointers_of",
    "records_of",
    "reference_lists",
    "references_page",
    "repairs_of",
    "resolve_pointer",
    "standing_objects",
    "with_genome_state",
]
