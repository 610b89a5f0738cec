"""Page-shaped reads of papers and genomes, and the check that a pointer points where it says."""

from genomes.selectors.objects import (
    facts_of,
    genome_gaps_of,
    genome_objects,
    handle_order,
    idea_object_by_key,
    pointers_of,
    repairs_of,
    standing_objects,
)
from genomes.selectors.pointers import anchor_faults, anchored, resolve_pointer

__all__ = [
    "anchor_faults",
    "anchored",
    "facts_of",
    "genome_gaps_of",
    "genome_objects",
    "handle_order",
    "idea_object_by_key",
    "pointers_of",
    "repairs_of",
    "resolve_pointer",
    "standing_objects",
]
