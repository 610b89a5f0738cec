"""WebAnno TSV 3, the format of WebAnno and INCEpTION; written as version 3.3, read from 3.0 on.

Offsets: UTF-16 units, though the file is UTF-8. INCEpTION's user guide, "WebAnno TSV 3.3 File format", section
"Encoding and Offsets": "the offsets used in the TSV file are based on UTF-16". They are converted here, on both ways.

The text stands in the file sentence by sentence. What lies between two sentences does not: a reader puts a line feed,
or nothing where the next one begins at once, or blanks. So what is written here leaves exactly one line feed, or
nothing, between two sentences. An annotation covers whole tokens; so tokens are cut where a place begins or ends.

A layer of ours, webanno.custom.IdeaObject, holds an object in one annotation for each place; `part` counts the object
and its place. Relations and repairs inside the document are the layer webanno.custom.IdeaRelation. Chains, slots and
further features of other layers have no counterpart and are counted.
"""

from genomes.interchange.webanno.read import load
from genomes.interchange.webanno.write import dump

SUFFIX = ".tsv"
HEADER = b"#FORMAT=WebAnno TSV 3"

__all__ = ["HEADER", "SUFFIX", "dump", "load"]
