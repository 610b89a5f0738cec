"""The only writers of papers and genomes."""

from genomes.services.extraction import cancel_pass, reject_open_candidates, start_passes
from genomes.services.holding import hand_in_genome
from genomes.services.imports import read_import_file, start_import
from genomes.services.interchange import ImportedText, import_into, import_objects, import_texts
from genomes.services.metadata import MetadataOutcome, import_metadata
from genomes.services.objects import reject_object, restore_object, save_object
from genomes.services.papers import FACTS, Imported, import_document, set_paper_facts
from genomes.services.readings import draft_state, save_reading_draft, submit_reading, waive_reading
from genomes.services.running import run_pass

__all__ = [
    "FACTS",
    "Imported",
    "ImportedText",
    "MetadataOutcome",
    "cancel_pass",
    "draft_state",
    "hand_in_genome",
    "import_document",
    "import_into",
    "import_metadata",
    "import_objects",
    "import_texts",
    "read_import_file",
    "reject_object",
    "reject_open_candidates",
    "restore_object",
    "run_pass",
    "save_object",
    "save_reading_draft",
    "set_paper_facts",
    "start_import",
    "start_passes",
    "submit_reading",
    "waive_reading",
]
