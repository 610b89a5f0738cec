"""Ask a place over HTTP with a token, which stands in a header and in no address, error or log."""

import json
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any

import httpx2

from releases.publishing.base import Failed
from releases.publishing.words import BUSY, NO_ANSWER, NOT_LET_IN, NOT_UNDERSTOOD, REFUSED

_AGAIN = frozenset({408, 429, 500, 502, 503, 504})
_LARGEST_ANSWER = 4 * 1024 * 1024


class Web:
    """`options` has `url`, `token`; `variables` names the settings that an operator would look at."""

    def __init__(self, place: str, options: Mapping[str, Any], variables: str) -> None:
        self.place, self.variables, self.url = place, variables, str(options["url"]).rstrip("/")
        self._client = httpx2.Client(
            timeout=httpx2.Timeout(60, connect=10),
            headers={"Authorization": f"Bearer {options['token']}"},
            follow_redirects=False,  # the token goes to nobody else
        )

    def __enter__(self) -> "Web":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def json(self, method: str, path: str, *, params: Mapping[str, str] | None = None, body: Any = None) -> Any:
        """The JSON of an answer. Raises Failed."""
        return self._asked(method, f"{self.url}{path}", path, params=params, json=body)

    def put(self, address: str, parts: Iterator[bytes], size: int) -> Any:
        """Upload to an address that the place gave. One of another scheme, host or port is not believed."""
        there, here = httpx2.URL(address), httpx2.URL(self.url)
        if (there.scheme, there.host, there.port) != (here.scheme, here.host, here.port):
            raise Failed(NOT_UNDERSTOOD, place=self.place)
        headers = {"Content-Length": str(size), "Content-Type": "application/octet-stream"}
        return self._asked("PUT", address, address.rpartition("/")[2], content=parts, headers=headers)

    def _asked(self, method: str, address: str, name: str, **parts: Any) -> Any:
        try:
            answer = self._client.request(method, address, **{k: v for k, v in parts.items() if v is not None})
        except httpx2.HTTPError:
            raise Failed(NO_ANSWER, is_passing=True, place=self.place) from None
        if answer.status_code in (401, 403):
            raise Failed(NOT_LET_IN, place=self.place, status=answer.status_code, variables=self.variables)
        if answer.status_code in _AGAIN:
            raise Failed(BUSY, is_passing=True, place=self.place, status=answer.status_code)
        if not 200 <= answer.status_code < 300:
            raise Failed(REFUSED, place=self.place, path=name, status=answer.status_code, variables=self.variables)
        try:
            return json.loads(answer.content[:_LARGEST_ANSWER])
        except ValueError:
            raise Failed(NOT_UNDERSTOOD, place=self.place) from None
