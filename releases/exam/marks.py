"""What gives a paper away without naming it: years, identifiers, addresses, citations, words on one's own past work."""

import re
from collections.abc import Iterator

OWN = r"(?:previous|prior|earlier|preceding|past|last|first|original|own|recent|former|companion|published)"
WORK = (
    r"(?:works?|papers?|stud(?:y|ies)|articles?|models?|methods?|systems?|approach(?:es)?|versions?|publications?"
    r"|results?|efforts?|predecessors?)"
)
BEFORE = r"(?:previously|earlier|formerly)"
GROUP = r"(?:group|lab|laboratory|team|authors?)"
SAID = r"(?:showed|shown|reported|proposed|introduced|presented|published|described|argued|found|developed)"
BUILDS = r"(?:extend(?:s|ed|ing)?|build(?:s|ing)?\s+(?:up)?on|follow(?:s|ing)?|based\s+on|extension\s+of)"
ADDRESS = re.compile(
    r"\b(?:https?://|www\.)[^\s<>\"]*[^\s<>\".,;:!?)\]]"
    r"|\b(?:github|gitlab|huggingface|arxiv|openreview|doi|bitbucket|orcid)\.(?:com|co|org|net)/[^\s<>\"]*[^\s<>\".,;:!?)\]]"
    r"|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+",
    re.IGNORECASE,
)
IDENTIFIER = re.compile(
    r"\b10\.\d{4,9}/[^\s<>\"]*[^\s<>\".,;:!?)\]]"
    r"|\barXiv:\s*[\w.\-]+/?\d+(?:v\d+)?"
    r"|\b[a-z][a-z\-]{1,12}(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?\b"
    r"|\b\d{4}\.\d{4,5}(?:v\d+)?\b"
    r"|\bPM(?:ID:?\s*|C)\d{4,9}\b"
    r"|\b(?:S2CID|CorpusID|SSRN|OpenAlex)[:\s]\s*W?\d{4,12}\b|\bW\d{8,12}\b|\b(?:hal|tel)-\d{6,9}\b"
    r"|\bISBN[:\s-]*[\dX][\dX\s-]{8,15}[\dX]\b|\b(?:\d{4}-){3}\d{3}[\dX]\b",
    re.IGNORECASE,
)
NAME = r"[^\W\d_a-z][\w’'-]*"
CITATION = re.compile(
    rf"\b{NAME}(?:\s+(?:and|&)\s+{NAME})?\s+et\s+al\b\.?(?:,?\s*[(\[]?(?:19|20)\d{{2}}[a-z]?[)\]]?)?"
    rf"|\b{NAME}\s+(?:and|&)\s+{NAME},?\s*[(\[]?(?:19|20)\d{{2}}[a-z]?[)\]]?"
    rf"|\b{NAME}\s*[(\[](?:19|20)\d{{2}}[a-z]?[)\]]"
    rf"|(?<=[(\[;])\s?{NAME},\s*(?:19|20)\d{{2}}[a-z]?"
    r"|\[[A-Z][A-Za-z]{1,4}\+?\d{2}[a-z]?\]"
    r"|\[[1-9]\d{0,2}(?:\s*[,;–-]\s*[1-9]\d{0,2})*\]"
)
YEAR = re.compile(r"(?<!\d)(?<!\b\d\.)(?:19|20|１９|２０)\d{2}(?!\d)|(?<=\w)['’]\d{2}\b")
PAST_WORK = re.compile(
    rf"\b(?:our|my)\s+(?:{GROUP}['’]s\s+)?(?:own\s+)?(?:{OWN}\s+){{1,2}}{WORK}\b"
    rf"|\b(?:our|my)\s+(?:{GROUP}['’]s\s+)?predecessors?\b"
    rf"|\b(?:the|these)\s+(?:same\s+|present\s+)?authors(?:['’])?\s+(?:own\s+)?{OWN}\s+{WORK}\b"
    rf"|\b{WORK}\s+(?:by|of|from)\s+(?:the\s+same|our)\s+{GROUP}\b"
    rf"|\b{BUILDS}\s+(?:our|my)\s+{WORK}\b"
    rf"|\b(?:we|i)\s+(?:(?:have|had)\s+)?{BEFORE}\b"
    rf"|\b(?:we|i)\s+(?:(?:have|had)\s+)?{SAID}\s+(?:(?:it|this|that)\s+)?(?:before|{BEFORE}|elsewhere)\b"
    rf"|\b{BEFORE}\s+{SAID}\s+by\s+(?:us|me|the\s+same\s+{GROUP})\b"
    rf"|\b(?:previously|earlier),\s+we\b"
    rf"|\bin\s+(?:an?\s+)?{OWN}\s+{WORK},?\s+we\b"
    r"|我们(?:之前|以前|先前|早期|前期|以往)的?(?:工作|论文|研究|方法|模型)"
    r"|(?:우리|저희)의?\s*(?:이전|선행|앞선|지난|기존)\s*(?:연구|논문|작업|모델|방법)",
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
    "address": re.compile(r"[./@]\w"),
    "identifier": DIGIT,
    "past_work": re.compile(r"\b(?:our|my|we|i|us|me|authors?|same)\b|我们|우리|저희", re.IGNORECASE),
    "citation": re.compile(r"\d|\bal\b"),
    "year": DIGIT,
}


def marks_in(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of every mark."""
    for kind, pattern in MARKS.items():
        if NEEDED[kind].search(text):
            yield from ((*match.span(), kind) for match in pattern.finditer(text))
