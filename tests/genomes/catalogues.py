"""A local stand-in for OpenAlex, Crossref and arXiv that says what a test tells it to say."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

JSON = "application/json; charset=utf-8"


@dataclass(frozen=True)
class Said:
    """One answer: after `delay` seconds, a status, a body and headers."""

    body: bytes = b""
    status: int = 200
    kind: str = JSON
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0


def said(value: Any) -> Said:
    return Said(json.dumps(value).encode())


UNKNOWN = Said(b"Resource not found.", 404, "text/plain")


class Server:
    """Says the answers of `script` for the catalogue that a path begins with, in turn, the last one ever after."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.script: dict[str, list[Said]] = {}
        self.asked: list[tuple[str, str]] = []  # (path, who asks)

    @property
    def addresses(self) -> dict[str, str]:
        return {name: f"{self.address}/{name}" for name in ("openalex", "crossref", "arxiv")}

    def answer(self, path: str, agent: str) -> Said:
        self.asked.append((path, agent))
        answers = self.script.get(path.split("/")[1].partition("?")[0], [UNKNOWN])
        return answers.pop(0) if len(answers) > 1 else answers[0]


@contextmanager
def catalogue_server() -> Iterator[Server]:
    """A server on a free port of the loopback; give it back when done."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = server.answer(self.path, self.headers["User-Agent"])
            time.sleep(found.delay)
            try:
                self.send_response(found.status)
                for name, value in {"Content-Type": found.kind, **found.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(found.body)
            except ConnectionError:
                return  # the client has hung up, as some tests want it to

        def log_message(self, *_args: Any) -> None:
            """Say nothing."""

    listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server = Server(f"http://127.0.0.1:{listener.server_address[1]}")
    thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        listener.shutdown()
        thread.join()
        listener.server_close()


OPENALEX_WORK = {
    "id": "https://openalex.org/W1",
    "doi": "https://doi.org/10.1000/finder",
    "title": "Finding things at a glance",
    "publication_date": "2016-06-27",
    "authorships": [{"author": {"display_name": "Jo Finder"}}],
    "primary_location": {"source": {"display_name": "Journal of Finding"}},
    "abstract_inverted_index": {"We": [0], "find.": [1]},
    "referenced_works": ["https://openalex.org/W2"],
}
CROSSREF_WORK = {
    "DOI": "10.1000/FINDER",
    "type": "journal-article",
    "title": ["Finding things at a glance"],
    "author": [{"given": "Jo", "family": "Finder"}],
    "issued": {"date-parts": [[2016, 6]]},
    "container-title": ["J. Finding"],
    "reference": [{"DOI": "10.1000/older", "article-title": "Older finding", "author": "Old", "year": "2001"}],
}
CROSSREF_ANSWER = {"status": "ok", "message-type": "work", "message": CROSSREF_WORK}
ARXIV_FEED = b"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"><entry>
<id>http://arxiv.org/abs/1506.02640v5</id><published>2015-06-08T19:52:52Z</published>
<title>Finding things
 at a glance</title><summary>  We find.
</summary><author><name>Jo Finder</name></author><arxiv:doi>10.1000/finder</arxiv:doi></entry></feed>"""
ATOM = "application/atom+xml; charset=utf-8"
