"""A local stand-in for an OpenAI-compatible endpoint that says what a test tells it to say."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from genomes.extraction import Document, Exchange, Part, parts_of
from genomes.extraction.endpoint import EndpointProvider, EndpointSettings
from genomes.ingest import read_document

KEY = "sk-not-a-real-key"


@dataclass(frozen=True)
class Said:
    """One answer: after `delay` seconds, a status, a body and headers."""

    body: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0


def written(words: str, **more: Any) -> Said:
    """What a language model wrote, in the envelope of the protocol; 100 tokens read, 20 written."""
    envelope = {
        "id": "c1",
        "object": "chat.completion",
        "model": "tiny",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": words}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }
    return Said(json.dumps({**envelope, **more}))


def proposing(*quotes: str, **more: Any) -> Said:
    """A reply with one object for each quote."""
    objects = [{"content": f"The idea of {quote[:20]}", "quotes": [{"quote": quote}], **more} for quote in quotes]
    return written(json.dumps({"objects": objects}))


BUSY = Said('{"error": {"message": "slow down"}}', 429, {"retry-after": "0"})
DOWN = Said("upstream is gone", 503)
SLOW = Said(delay=1.0)
NOT_JSON = written("Here are the objects you asked for: none.")
NOTHING = written('{"objects": []}')


class Endpoint:
    """Says the answers of `script` in turn, the last one again and again; keeps what it was asked."""

    def __init__(self) -> None:
        self.script: list[Said] = [NOTHING]
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.url = ""

    def say(self, *script: Said) -> None:
        self.script = list(script)
        self.asked.clear()
        self.keys.clear()

    def next(self, request: dict[str, Any], key: str) -> Said:
        self.asked.append(request)
        self.keys.append(key)
        return self.script[min(len(self.asked), len(self.script)) - 1]


@contextmanager
def running_endpoint() -> Iterator[Endpoint]:
    """Serve on a port of the loopback interface for as long as the block lasts."""
    endpoint = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["content-length"])
            said = endpoint.next(json.loads(self.rfile.read(length)), self.headers.get("authorization", ""))
            time.sleep(said.delay)
            body = said.body.encode()
            try:
                self.send_response(said.status)
                for name, value in {"content-type": "application/json", **said.headers}.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except ConnectionError:
                return  # who asked has given up: that is what a slow answer is for

        def log_message(self, *_args: object) -> None:
            """Keep the output of the tests quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    endpoint.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield endpoint
    finally:
        server.shutdown()
        server.server_close()


class Book:
    """A ledger in memory. `budget` is what may be spent; `patience` is after how many looks the pass is cancelled."""

    def __init__(self, budget: int | None = None, patience: int | None = None) -> None:
        self.kept: list[Exchange] = []
        self.budget = budget
        self.patience = patience
        self.looks = 0

    def keep(self, exchange: Exchange) -> None:
        self.kept.append(exchange)

    def tokens_left(self) -> int | None:
        spent = sum(each.tokens_in + each.tokens_out for each in self.kept)
        return None if self.budget is None else self.budget - spent

    def is_cancelled(self) -> bool:
        self.looks += 1
        return self.patience is not None and self.looks > self.patience


QUICK = EndpointSettings(base_url="", model="tiny", api_key=KEY, timeout=0.2, retries=2, backoff=0.001)


def asking(endpoint: Endpoint, **changes: Any) -> EndpointProvider:
    """A provider that asks the stand-in and has no time to lose."""
    return EndpointProvider(replace(QUICK, **{"base_url": endpoint.url, **changes}))


def document(text: str) -> Document:
    """Markdown as a provider reads it."""
    _format, parsed = read_document(text.encode(), "paper.md")
    return Document.of(parsed.text, ((p.kind, p.start, p.end, p.label, p.level) for p in parsed.passages))


def a_part(text: str) -> Part:
    """The first part of a short text."""
    return parts_of(document(text), 10_000)[0]
