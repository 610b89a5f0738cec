"""Ask one catalogue: politely, within limits, and never believing what comes back."""

import hashlib
import time
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import httpx2

from genomes.ingest.document import gettext_noop

from .limits import Limits
from .pacing import PREFIX, Cache, Pace

_AGAIN = frozenset({429, 500, 502, 503, 504})
_MOVED = frozenset({301, 302, 303, 307, 308})
_MOVES = 3
_UNKNOWN = frozenset({404, 410})


class LookUpFailed(Exception):
    """A catalogue gave no answer that can be used: which, what happened, what next.

    `template` and `params` stay apart so that a page can translate them.
    """

    def __init__(self, template: str, **params: str | int) -> None:
        self.template, self.params = template, params
        super().__init__(template % params)


@dataclass(frozen=True, slots=True)
class Source:
    """A catalogue: its name in our data, its name to people, its address, and the kind of content that it answers."""

    name: str
    label: str
    address: str
    content: str


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    kind: str
    body: bytes
    retry_after: str
    location: str


class Fetcher:
    """Gets answers of catalogues. `agent` says who asks and how to reach them."""

    def __init__(self, cache: Cache, limits: Limits, agent: str) -> None:
        self.cache, self.limits = cache, limits
        timeout = httpx2.Timeout(limits.silence, connect=limits.connect)
        self.client = httpx2.Client(timeout=timeout, headers={"User-Agent": agent}, follow_redirects=False)

    def get(self, source: Source, path: str, params: Mapping[str, str]) -> bytes | None:
        """The body of an answer; None when the catalogue does not know what is asked.

        Raises LookUpFailed for everything else: no connection, too slow, too large, too busy, another kind of
        content, an address that has moved.
        """
        try:
            url = str(httpx2.URL(f"{source.address.rstrip('/')}{path}", params=dict(params)))
        except httpx2.InvalidURL as error:
            raise _no_answer(source) from error
        key = f"{PREFIX}:answer:{hashlib.sha256(url.encode()).hexdigest()}"
        kept = self.cache.get(key)
        if kept is not None:
            return zlib.decompress(kept) if kept else None
        body = self._asked(source, url)
        self.cache.set(key, zlib.compress(body) if body is not None else b"", timeout=self.limits.kept)
        return body

    def _asked(self, source: Source, url: str) -> bytes | None:
        """Ask, and again after a pause while the catalogue is overloaded, as often as the limits allow."""
        pace = Pace(self.cache, source.name, self.limits.pace.get(source.name, 1))
        failure = _no_answer(source)
        for number in range(self.limits.tries):
            rest = pace.wait(self.limits.patience)
            if rest is not None:
                raise _too_busy(source, rest)
            try:
                answer = self._followed(source, url)
            except httpx2.TimeoutException:
                failure = _too_slow(source)
            except (httpx2.HTTPError, httpx2.InvalidURL):
                failure = _no_answer(source)
            else:
                if answer.status not in _AGAIN:
                    return _understood(source, answer)
                failure = _overloaded(source, answer.status)
                asked = _seconds(answer.retry_after)
                if asked:
                    pace.close(asked)
                    continue
            if number + 1 < self.limits.tries:
                pace.sleep(min(self.limits.pause * 2**number, self.limits.patience))
        raise failure

    def _followed(self, source: Source, url: str) -> _Answer:
        """The answer at the address, or where it has moved to on the same host and port."""
        for _ in range(_MOVES):
            answer = self._answer(source, url)
            target = httpx2.URL(url).join(answer.location) if answer.location else None
            if answer.status not in _MOVED or target is None or not _is_same_place(source, target):
                return answer
            url = str(target)
        return answer

    def _answer(self, source: Source, url: str) -> _Answer:
        limits = self.limits
        started, body = time.monotonic(), bytearray()
        headers = {"Accept": source.content, "Accept-Encoding": "gzip"}
        with self.client.stream("GET", url, headers=headers) as response:
            for piece in _pieces(response, round(limits.megabytes * 1024**2)):
                body += piece
                if len(body) > limits.megabytes * 1024**2:
                    raise _too_large(source, limits)
                if time.monotonic() - started > limits.whole:
                    raise _too_slow(source)
            head = response.headers
            kind = head.get("content-type", "").partition(";")[0].strip().lower()
            return _Answer(
                response.status_code, kind, bytes(body), head.get("retry-after", ""), head.get("location", "")
            )


def _is_same_place(source: Source, target: httpx2.URL) -> bool:
    own = httpx2.URL(source.address)
    return target.host == own.host and (target.scheme, target.port) in ((own.scheme, own.port), ("https", None))


def _pieces(response: httpx2.Response, most: int) -> Iterator[bytes]:
    """The body as it comes, unpacked here: a piece may unpack to a thousand times its size, and twice packed to more.

    Of a piece no more than a byte over `most` is unpacked. Raises DecodingError for what is packed in another way.
    """
    coding = response.headers.get("content-encoding", "").strip().lower()
    if coding in ("", "identity"):
        yield from response.iter_raw(64 * 1024)
        return
    if coding != "gzip":
        raise httpx2.DecodingError(f"packed as {coding[:40]}")
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    for piece in response.iter_raw(64 * 1024):
        try:
            yield unpacker.decompress(piece, most + 1)
        except zlib.error as error:
            raise httpx2.DecodingError(str(error)) from error


def _understood(source: Source, answer: _Answer) -> bytes | None:
    if answer.status in _UNKNOWN:
        return None
    if answer.status in _MOVED:
        raise LookUpFailed(
            gettext_noop(
                "%(catalogue)s has moved: it answers with another address. Whoever runs this site can correct the"
                " address in the settings."
            ),
            catalogue=source.label,
        )
    if answer.status != 200:
        raise LookUpFailed(
            gettext_noop("%(catalogue)s refused the question (status %(status)d). Try again later."),
            catalogue=source.label,
            status=answer.status,
        )
    wanted = source.content.rpartition("/")[2]
    if wanted not in answer.kind:
        raise LookUpFailed(
            gettext_noop(
                "%(catalogue)s answered with “%(kind)s” instead of %(wanted)s, such as a web page with a message. Try"
                " again later; if it stays so, the address in the settings may be wrong."
            ),
            catalogue=source.label,
            kind=answer.kind[:60] or "–",
            wanted=wanted.upper(),
        )
    return answer.body


def _seconds(retry_after: str) -> float:
    """What a Retry-After header asks for: seconds, or a date; 0 when it says nothing that can be read."""
    if retry_after.strip().isdecimal():
        return float(retry_after)
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (ValueError, TypeError):
        return 0


def _no_answer(source: Source) -> LookUpFailed:
    return LookUpFailed(
        gettext_noop("%(catalogue)s cannot be reached. Try again later, or ask whoever runs this site."),
        catalogue=source.label,
    )


def _too_slow(source: Source) -> LookUpFailed:
    return LookUpFailed(gettext_noop("%(catalogue)s took too long to answer. Try again later."), catalogue=source.label)


def _too_busy(source: Source, seconds: float) -> LookUpFailed:
    return LookUpFailed(
        gettext_noop("%(catalogue)s asks to be left alone for %(seconds)d seconds more. Try again after that."),
        catalogue=source.label,
        seconds=round(seconds),
    )


def _overloaded(source: Source, status: int) -> LookUpFailed:
    return LookUpFailed(
        gettext_noop("%(catalogue)s is overloaded (status %(status)d). Try again later."),
        catalogue=source.label,
        status=status,
    )


def _too_large(source: Source, limits: Limits) -> LookUpFailed:
    return LookUpFailed(
        gettext_noop("%(catalogue)s answered with more than the %(limit)d MiB that are read."),
        catalogue=source.label,
        limit=round(limits.megabytes),
    )


def unreadable(source: Source, error: Any) -> LookUpFailed:
    """An answer of the right kind that makes no sense."""
    return LookUpFailed(
        gettext_noop("%(catalogue)s gave an answer that cannot be read. Try again later. %(why)s"),
        catalogue=source.label,
        why=str(error)[:200],
    )
