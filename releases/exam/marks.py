"""What gives a paper away without naming it: years, identifiers, addresses, citations, words on one's own past work."""

import re
from collections.abc import Iterator

OWN = r"(?:previous|prior|earlier|preceding|past|last|first|original)"
WORK = r"(?:works?|papers?|stud(?:y|ies)|articles?|models?|methods?|systems?|approach(?:es)?|versions?|publications?|results?|efforts?)"  # noqa: E501
BEFORE = r"(?:previously|earlier|formerly)"
ADDRESS = re.compile(
    r"\b(?:https?://|www\.)[^\s<>\"]*[^\s<>\".,;:!?)\]]"
    r"|\b(?:github|gitlab|huggingface|arxiv|openreview|doi|bitbucket)\.(?:com|co|org|net)/[^\s<>\"]*[^\s<>\".,;:!?)\]]",
    re.IGNORECASE,
)
IDENTIFIER = re.compile(
    r"\b10\.\d{4,9}/[^\s<>\"]*[^\s<>\".,;:!?)\]]"
    r"|\barXiv:\s*[\w.\-]+/?\d+(?:v\d+)?"
    r"|\b[a-z][a-z\-]{1,12}(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?\b"
    r"|\b\d{4}\.\d{4,5}(?:v\d+)?\b"
    r"|\bPM(?:ID:?\s*|C)\d{4,9}\b",
    re.IGNORECASE,
)
NAME = r"[^\W\d_a-z][\w’'-]*"
CITATION = re.compile(
    rf"\b{NAME}(?:\s+(?:and|&)\s+{NAME})?\s+et\s+al\b\.?(?:,?\s*[(\[]?(?:19|20)\d{{2}}[a-z]?[)\]]?)?"
    rf"|\b{NAME}\s+(?:and|&)\s+{NAME},?\s*[(\[]?(?:19|20)\d{{2}}[a-z]?[)\]]?"
    rf"|\b{NAME}\s*[(\[](?:19|20)\d{{2}}[a-z]?[)\]]"
    rf"|(?<=[(\[;])\s?{NAME},\s*(?:19|20)\d{{2}}[a-z]?"
    r"|\[[1-9]\d{0,2}(?:\s*[,;–-]\s*[1-9]\d{0,2})*\]"
)
YEAR = re.compile(r"(?<!\d)(?<!\b\d\.)(?:19|20)\d{2}(?!\d)|(?<=\w)['’]\d{2}\b")
PAST_WORK = re.compile(
    rf"\b(?:our|my)\s+(?:own\s+)?{OWN}\s+{WORK}\b"
    rf"|\bthe\s+(?:same\s+)?authors(?:['’])?\s+(?:own\s+)?{OWN}\s+{WORK}\b"
    rf"|\b(?:we|i)\s+(?:(?:have|had)\s+)?{BEFORE}\b"
    rf"|\b(?:previously|earlier),\s+we\b"
    rf"|\bin\s+(?:an?\s+)?{OWN}\s+{WORK},?\s+we\b",
    re.IGNORECASE,
)
# The kind of each mark → how to find it. Of two that overlap the one named first here counts.
MARKS = {
    "address": ADDRESS,
    "identifier": IDENTIFIER,
    "past_work": PAST_WORK,
    "citation": CITATION,
    "year": YEAR,
}
STAND_INS = {
    "address": "an address",
    "identifier": "an identifier",
    "past_work": "previous work",
    "citation": "[citation]",
    "year": "[year]",
    "authors": "the authors",
    "venue": "the venue",
}


DIGIT = re.compile(r"\d")
# Most texts hold none of these and need not be searched for what holds one.
NEEDED = {
    "address": re.compile(r"[./]\w"),
    "identifier": DIGIT,
    "past_work": re.compile(r"\b(?:our|my|we|i|authors)\b", re.IGNORECASE),
    "citation": re.compile(r"\d|\bal\b"),
    "year": DIGIT,
}


def marks_in(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of every mark."""
    for kind, pattern in MARKS.items():
        if NEEDED[kind].search(text):
            yield from ((*match.span(), kind) for match in pattern.finditer(text))
