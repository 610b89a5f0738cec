"""Places outside, on the loopback: just enough of S3 and of Zenodo to be handed a release, and to misbehave."""

import hashlib
import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

RESET = -1
SPOIL = -2


class Fake:
    """What a place holds and was asked. `faults`: (method, part of the address) → what happens, once each."""

    def __init__(self) -> None:
        self.held: dict[str, bytes] = {}
        self.metadata: dict[str, str] = {}
        self.asked: list[tuple[str, str]] = []
        self.faults: list[tuple[str, str, int]] = []
        self.headers: list[dict[str, str]] = []
        self.uploads: dict[str, dict[int, bytes]] = {}
        self.deposits: dict[int, dict[str, Any]] = {}
        self.lock = threading.Lock()
        self.url = ""

    def fault_of(self, method: str, address: str) -> int:
        with self.lock:
            self.asked.append((method, address))
            for each in self.faults:
                if each[0] == method and each[1] in address:
                    self.faults.remove(each)
                    return each[2]
        return 0

    def puts(self) -> list[str]:
        return [address for method, address in self.asked if method == "PUT"]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    fake: Fake

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def _serve(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        if self.headers.get("Content-Encoding") == "aws-chunked":
            body = re.sub(rb"^[0-9a-f]+(;[^\r]*)?\r\n", b"", body)
        self.fake.headers.append(dict(self.headers))
        fault = self.fake.fault_of(self.command, self.path)
        if fault == RESET:
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
            return
        if fault > 0:
            self.answer(fault, b"{}")
            return
        self.serve(body[:-1] + b"!" if fault == SPOIL else body)

    do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = _serve  # noqa: N815 - the server's own names

    def serve(self, body: bytes) -> None:
        self.answer(501)

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


class _S3(_Handler):
    def serve(self, body: bytes) -> None:
        parts = urlsplit(self.path)
        key, query = parts.path, parse_qs(parts.query, keep_blank_values=True)
        fake = self.fake
        if self.command == "POST" and "uploads" in query:
            fake.uploads["u1"] = {}
            fake.metadata[key] = self.headers["x-amz-meta-sha256"]
            self.answer(200, b"<R><UploadId>u1</UploadId></R>")
        elif self.command == "PUT" and "partNumber" in query:
            fake.uploads["u1"][int(query["partNumber"][0])] = body
            self.answer(200, ETag=f'"{len(body)}"')
        elif self.command == "POST":
            fake.held[key] = b"".join(data for _number, data in sorted(fake.uploads["u1"].items()))
            self.answer(200, b"<R></R>")
        elif self.command == "PUT":
            fake.held[key], fake.metadata[key] = body, self.headers["x-amz-meta-sha256"]
            self.answer(200, ETag='"1"')
        elif self.command == "DELETE":
            fake.held.pop(key, None)
            self.answer(204)
        elif key in fake.held:
            self.answer(200, fake.held[key], x_amz_meta_sha256=fake.metadata.get(key, ""))
        else:
            self.answer(404)


class _Zenodo(_Handler):
    def serve(self, body: bytes) -> None:
        fake, path = self.fake, urlsplit(self.path).path
        if path.startswith("/bucket/"):
            self._bring(path.removeprefix("/bucket/"), body)
        elif self.command == "POST" and path.endswith("/actions/publish"):
            deposit = fake.deposits[int(path.split("/")[-3])]
            deposit |= {"submitted": True, "doi": "10.5072/zenodo.7"}
            self.say(202, deposit)
        elif self.command == "POST":
            links = {"bucket": f"{fake.url}/bucket", "html": f"{fake.url}/deposit/7"}
            deposit = {"id": 7, "submitted": False, "files": [], "links": links, **json.loads(body)}
            fake.deposits[7] = deposit
            self.say(201, deposit)
        elif path.rpartition("/")[2].isdecimal():
            self.say(200, fake.deposits[int(path.rpartition("/")[2])])
        else:
            self.say(200, list(fake.deposits.values()))

    def _bring(self, name: str, body: bytes) -> None:
        self.fake.held[name] = body
        md5 = hashlib.md5(body, usedforsecurity=False).hexdigest()
        files = [each for each in self.fake.deposits[7]["files"] if each["filename"] != name]
        self.fake.deposits[7]["files"] = [*files, {"filename": name, "checksum": md5}]
        self.say(201, {"key": name, "checksum": f"md5:{md5}"})

    def say(self, status: int, body: Any) -> None:
        self.answer(status, json.dumps(body).encode(), Content_Type="application/json")


@contextmanager
def served(handler: type[_Handler]) -> Iterator[Fake]:
    fake = Fake()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Served", (handler,), {"fake": fake}))
    server.daemon_threads = True
    fake.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield fake
    finally:
        server.shutdown()
        thread.join(5)
        server.server_close()


def s3() -> Any:
    return served(_S3)


def zenodo() -> Any:
    return served(_Zenodo)
