"""The only writers of papers and genomes."""

from genomes.services.carrying import carry_over, confirm_place, drop_place
from genomes.services.dividing import merge_objects, split_object
from genomes.services.extraction import cancel_pass, reject_open_candidates, start_passes
from genomes.services.holding import hand_in_genome
from genomes.services.imports import read_import_file, start_import
from genomes.services.interchange import ImportedText, import_into, import_objects, import_texts
from genomes.services.lookups import look_up_paper, start_look_up
from genomes.services.metadata import MetadataOutcome, import_metadata
from genomes.services.objects import reject_object, restore_object, retype_object, save_object
from genomes.services.papers import FACTS, Imported, import_document, set_paper_facts
from genomes.services.readings import draft_state, save_reading_draft, submit_reading, waive_reading
from genomes.services.rulings import apply_ruling, take_ruling_back
from genomes.services.running import run_pass
from genomes.services.undoing import redo_step, undo_step

__all__ = [
    "FACTS",
    "Imported",
    "ImportedText",
    "MetadataOutcome",
    "apply_ruling",
    "cancel_pass",
    "carry_over",
    "confirm_place",
    "draft_state",
    "drop_place",
    "hand_in_genome",
    "import_document",
    "import_into",
    "import_metadata",
    "import_objects",
    "import_texts",
    "look_up_paper",
    "merge_objects",
    "read_import_file",
    "redo_step",
    "reject_object",
    "reject_open_candidates",
    "restore_object",
    "retype_object",
    "run_pass",
    "save_object",
    "save_reading_draft",
    "set_paper_facts",
    "split_object",
    "start_import",
    "start_look_up",
    "start_passes",
    "submit_reading",
    "take_ruling_back",
    "undo_step",
    "waive_reading",
]
