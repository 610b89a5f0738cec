"""Safe parsing of XML, and small helpers that look at local names only (files come with and without namespaces)."""

import re
from collections.abc import Iterator
from html.entities import html5

from lxml import etree

from .document import UnreadableFile, gettext_noop

# Real articles nest about thirty elements deep; the readers recurse, so the depth is bounded well below Python's limit.
MAX_DEPTH = 100

XML_SPACE = " \t\n\r"
_SPACES = re.compile(r"[ \t\n\r]+")
_XLINK = "{http://www.w3.org/1999/xlink}href"
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def parse_xml(data: bytes) -> etree._Element:
    """Return the root element. No network, no external DTD, no entity of the file's own making."""
    try:
        root = _parsed(data)
    except (etree.XMLSyntaxError, ValueError, LookupError) as error:
        raise UnreadableFile(
            gettext_noop(
                "The file is not well-formed XML: %(detail)s. It may be cut off or damaged; download it again,"
                " or repair that place and import it once more."
            ),
            detail=str(error).strip().rstrip("."),
        ) from error
    _refuse_own_entities(root)
    refuse_deep_nesting(root)
    return root


def _parsed(data: bytes) -> etree._Element:
    """The tree. That an id stands twice is no fault of a text; any other is raised."""
    strict = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        return etree.fromstring(data, strict)
    except etree.XMLSyntaxError:
        lenient = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=True
        )
        root = etree.fromstring(data, lenient)
        faults = {fault.type for fault in lenient.error_log}
        if root is None or faults != {etree.ErrorTypes.DTD_ID_REDEFINED}:
            raise
        return root


def _refuse_own_entities(root: etree._Element) -> None:
    dtd = root.getroottree().docinfo.internalDTD
    # The stubs know neither `entities` nor that a file may have no DTD.
    entities = [] if dtd is None else dtd.entities()  # type: ignore[attr-defined, redundant-expr]
    for entity in entities:
        if entity.content is not None:
            raise UnreadableFile(
                gettext_noop(
                    "The DOCTYPE of the file defines an entity of its own (&%(name)s;), which is not expanded for"
                    " safety. Replace the entity by its text, remove the definition, and import the file again."
                ),
                name=entity.name or "?",
            )


def refuse_deep_nesting(root: etree._Element, limit: int = MAX_DEPTH) -> None:
    depth = 0
    for event, _element in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > limit:
            raise UnreadableFile(
                gettext_noop(
                    "The elements of the file are nested more than %(limit)d deep, which no article needs."
                    " Check how the file was made, and import a repaired one."
                ),
                limit=limit,
            )


def name_of(node: etree._Element) -> str:
    """Local name of an element; "" for a comment, processing instruction or entity reference."""
    tag: object = node.tag  # a function for what is not an element, whatever the stubs say
    return tag[tag.find("}") + 1 :].rpartition(":")[2] if isinstance(tag, str) else ""


def children(element: etree._Element, *names: str) -> Iterator[etree._Element]:
    """Child elements, those of the given local names if any are given."""
    for child in element:
        name = name_of(child)
        if name and (not names or name in names):
            yield child


def first(element: etree._Element | None, *path: str) -> etree._Element | None:
    """Follow a path of local names, the first match at each step."""
    for step in path:
        if element is None:
            return None
        element = next(children(element, step), None)
    return element


def descendants(element: etree._Element, *names: str) -> Iterator[etree._Element]:
    for node in element.iter():
        if name_of(node) in names:
            yield node


def entity_text(node: etree._Element) -> str:
    """Text of an entity reference that only the external DTD would define, such as &nbsp; or &alpha;."""
    name = (node.text or "").strip("&;")
    known = html5.get(f"{name};")
    if known is None:
        raise UnreadableFile(
            gettext_noop(
                "The file uses the entity &%(name)s; (line %(line)d), which is not known here."
                " Replace it by the character it stands for, and import the file again."
            ),
            name=name,
            line=int(str(node.sourceline)),
        )
    return known


def plain_text(element: etree._Element | None) -> str:
    """All text below an element in one line, white space of the XML layout collapsed."""
    return "" if element is None else collapse(raw_text(element)).strip(XML_SPACE)


def raw_text(element: etree._Element) -> str:
    """All text below an element as the file has it, comments left out."""
    pieces: list[str] = []
    _collect(element, pieces)
    return "".join(pieces)


def _collect(element: etree._Element, pieces: list[str]) -> None:
    pieces.append(element.text or "")
    for child in element:
        if child.tag is etree.Entity:
            pieces.append(entity_text(child))
        elif name_of(child):
            _collect(child, pieces)
        pieces.append(child.tail or "")


def collapse(text: str) -> str:
    return _SPACES.sub(" ", text)


def href(element: etree._Element) -> str:
    return str(element.get(_XLINK) or element.get("href") or "").strip()


def language_of(element: etree._Element) -> str:
    return str(element.get(_XML_LANG) or "").strip().lower()
