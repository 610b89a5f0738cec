"""The only writers of papers and genomes."""

from genomes.services.holding import hand_in_genome
from genomes.services.imports import read_import_file, start_import
from genomes.services.objects import reject_object, restore_object, save_object
from genomes.services.papers import FACTS, Imported, import_document, set_paper_facts
from genomes.services.readings import draft_state, save_reading_draft, submit_reading, waive_reading

__all__ = [
    "FACTS",
    "Imported",
    "draft_state",
    "hand_in_genome",
    "import_document",
    "read_import_file",
    "reject_object",
    "restore_object",
    "save_object",
    "save_reading_draft",
    "set_paper_facts",
    "start_import",
    "submit_reading",
    "waive_reading",
]
