"""The only writers of papers and genomes."""

from genomes.services.holding import hand_in_genome
from genomes.services.imports import read_import_file, start_import
from genomes.services.objects import reject_object, restore_object, save_object
from genomes.services.papers import FACTS, Imported, import_document, set_paper_facts

__all__ = [
    "FACTS",
    "Imported",
    "hand_in_genome",
    "import_document",
    "read_import_file",
    "reject_object",
    "restore_object",
    "save_object",
    "set_paper_facts",
    "start_import",
]
