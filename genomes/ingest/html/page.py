"""The part of a web page that is the paper, without what belongs to the site."""

import re

from lxml import etree

from genomes.ingest.xml import descendants, name_of, raw_text

_SITE = frozenset((
    "nav", "script", "style", "aside", "header", "footer", "form", "button", "input", "select", "textarea", "noscript",
    "template", "iframe", "object", "embed", "svg", "canvas", "audio", "video", "dialog", "menu", "link", "meta",
    "map", "area", "datalist", "progress", "meter", "title", "rp", "rt",
))  # fmt: skip
_SITE_CLASSES = frozenset((
    "ltx_page_navbar", "ltx_page_header", "ltx_page_footer", "ltx_page_logo", "ltx_authors", "ltx_dates", "ltx_toc",
    "ltx_pagination", "ltx_note_type", "noprint", "navbox", "mw-editsection", "toc", "skip-link", "sr-only",
    "visually-hidden", "screen-reader-text", "usa-sr-only", "footnote-back", "footnote-backref", "breadcrumb",
    "breadcrumbs", "mathjax", "mathjax_preview", "mathjax_display", "mathjax_svg", "mathjax_chtml",
))  # fmt: skip
_SITE_ROLES = frozenset((
    "navigation", "banner", "contentinfo", "search", "complementary", "dialog", "alert", "doc-backlink", "doc-toc",
))  # fmt: skip
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_PAPER_CLASSES = ("ltx_document", "ltx_page_content")
_MOSTLY = 0.5


def classes(element: etree._Element) -> frozenset[str]:
    return frozenset(str(element.get("class", "")).lower().split())


def role(element: etree._Element) -> str:
    return str(element.get("role", "")).strip().lower()


def keep_formulas(root: etree._Element) -> None:
    """TeX that a script would draw stays as a formula, where the script stood."""
    for script in list(descendants(root, "script")):
        kind = str(script.get("type", "")).lower().replace(" ", "")
        if kind.startswith("math/tex"):
            script.tag = "tex-math"
            if "mode=display" in kind:
                script.set("display", "block")


def drop_site(root: etree._Element) -> None:
    """Take out what is not of the paper, or not shown."""
    for element in [each for each in root.iter() if _is_site(each)]:
        _drop(element)


def _is_site(element: etree._Element) -> bool:
    name = name_of(element)
    if not name:
        return False
    is_note = name == "aside" and role(element).startswith("doc-")
    if (name in _SITE and not is_note) or classes(element) & _SITE_CLASSES or role(element) in _SITE_ROLES:
        return True
    hidden = (
        element.get("hidden") is not None
        or element.get("aria-hidden") == "true"
        or _HIDDEN_STYLE.search(str(element.get("style", ""))[:500]) is not None
    )
    # A formula may be hidden only because an image of it is shown.
    return hidden and name != "math" and next(descendants(element, "math", "tex-math"), None) is None


def _drop(element: etree._Element) -> None:
    """Remove an element; what follows it stays."""
    parent, tail = element.getparent(), element.tail
    if parent is None:
        return
    if tail:
        before = element.getprevious()
        if before is None:
            parent.text = (parent.text or "") + tail
        else:
            before.tail = (before.tail or "") + tail
    parent.remove(element)


def paper_of(root: etree._Element) -> etree._Element:
    """The smallest part that is marked as the paper and holds most of the page's text; else the whole page."""
    body = next(descendants(root, "body"), root)
    whole = len(raw_text(body))
    candidates = [
        element
        for element in body.iter()
        if name_of(element) in ("article", "main")
        or role(element) in ("main", "article")
        or classes(element) & frozenset(_PAPER_CLASSES)
    ]
    lengths = [(len(raw_text(element)), -index) for index, element in enumerate(candidates[:50])]
    big = [(length, index) for length, index in lengths if length >= _MOSTLY * whole]
    return candidates[-min(big)[1]] if big else body
