"""Markdown of guidelines as safe HTML: raw HTML is shown as text, and only harmless elements get through."""

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

TAGS = {
    *("p", "br", "hr", "blockquote", "pre", "code", "em", "strong", "s", "a"),
    *("h2", "h3", "h4", "h5", "h6", "ul", "ol", "li"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}

parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def render_markdown(text: str) -> SafeString:
    """Render Markdown for a place below the page's own heading: `#` becomes h2, and so on down to h6."""
    tokens = parser.parse(text)
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"
    html = parser.renderer.render(tokens, parser.options, {})
    safe = nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, url_schemes={"http", "https", "mailto"})
    return mark_safe(safe)  # noqa: S308 - it has just been cleaned
