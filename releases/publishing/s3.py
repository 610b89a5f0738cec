"""Into a bucket of an S3-compatible store. The keys come from the environment, as boto3 reads them, and stay there."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from releases.publishing.base import Account, Failed, PublicFile, digest, last_is_manifest, patiently
from releases.publishing.words import BUSY, NO_ANSWER, NOT_LET_IN, OTHER_CONTENT, REFUSED, WRONG_BYTES

PART = 8 * 1024 * 1024  # bytes; the least that S3 takes for a part but the last is 5 MiB
HASH = "sha256"
VARIABLES = "PUBLISH_S3_BUCKET, PUBLISH_S3_ENDPOINT, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY"
_LET_IN = frozenset({401, 403})
_AGAIN = frozenset({408, 429, 500, 502, 503, 504})


class S3:
    """`s3://<bucket>/<prefix><project>/<version>/…`, each object with its SHA-256 beside it and read back once."""

    name = "s3"

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.bucket, self.prefix = str(options.get("bucket", "")), str(options.get("prefix", ""))

    @property
    def is_configured(self) -> bool:
        return bool(self.bucket)

    def publish(
        self, files: Iterable[PublicFile], account: Account, tell: Callable[[int], None], known: str = ""
    ) -> str:
        client = self._client()
        folder = f"{self.prefix}{account.project}/{account.version}/"
        for number, file in enumerate(last_is_manifest(files), start=1):
            patiently(partial(self._put, client, folder + file.path, file), self.options)
            tell(number)
        return f"s3://{self.bucket}/{folder}"

    def _client(self) -> Any:
        """boto3 takes half a second to import, and pages only ask for names of places."""
        import boto3
        from botocore.config import Config

        config = Config(
            connect_timeout=10,
            read_timeout=60,
            retries={"total_max_attempts": 1},  # we try again ourselves, and say so
            s3={"addressing_style": "path" if self.options.get("endpoint") else "auto"},
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
        )
        endpoint = self.options.get("endpoint") or None
        return boto3.client("s3", endpoint_url=endpoint, region_name=self.options.get("region"), config=config)

    def _put(self, client: Any, key: str, file: PublicFile) -> None:
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            if self._lies_there(client, key, file):
                return
            self._send(client, key, file)
            if digest(self._back(client, key)) != file.sha256:
                client.delete_object(Bucket=self.bucket, Key=key)
                raise Failed(WRONG_BYTES, is_passing=True, place=self._where, path=file.path)
        except ClientError as error:
            raise self._failure(error, file.path) from None
        except BotoCoreError:  # its words may repeat what was sent
            raise Failed(NO_ANSWER, is_passing=True, place=self._where) from None

    def _lies_there(self, client: Any, key: str, file: PublicFile) -> bool:
        """Whether an earlier try brought it. Another content under the name is nobody's to replace."""
        from botocore.exceptions import ClientError

        try:
            found = client.head_object(Bucket=self.bucket, Key=key)
        except ClientError as error:
            if _status(error) == 404:
                return False
            raise
        if found["ContentLength"] == file.size and digest(self._back(client, key)) == file.sha256:
            return True
        if found.get("Metadata", {}).get(HASH) == file.sha256:
            return False  # ours, spoilt on the way
        raise Failed(OTHER_CONTENT, place=self._where, path=file.path)

    def _send(self, client: Any, key: str, file: PublicFile) -> None:
        facts = {"Bucket": self.bucket, "Key": key}
        described = {**facts, "Metadata": {HASH: file.sha256}}
        if file.size <= PART:
            client.put_object(**described, Body=file.read())
            return
        upload = client.create_multipart_upload(**described)["UploadId"]
        try:
            parts = [
                {"PartNumber": number, "ETag": self._part(client, facts, upload, number, data)}
                for number, data in enumerate(_parts(file.open()), start=1)
            ]
            client.complete_multipart_upload(**facts, UploadId=upload, MultipartUpload={"Parts": parts})
        except Exception:
            client.abort_multipart_upload(**facts, UploadId=upload)
            raise

    def _part(self, client: Any, facts: dict[str, str], upload: str, number: int, data: bytes) -> str:
        sent = client.upload_part(**facts, UploadId=upload, PartNumber=number, Body=data)
        return str(sent["ETag"])

    def _back(self, client: Any, key: str) -> Iterator[bytes]:
        yield from client.get_object(Bucket=self.bucket, Key=key)["Body"].iter_chunks(PART)

    @property
    def _where(self) -> str:
        return f"S3 ({self.bucket})"

    def _failure(self, error: Any, path: str) -> Failed:
        status = _status(error)
        if status in _LET_IN:
            return Failed(NOT_LET_IN, place=self._where, status=status, variables=VARIABLES)
        if status in _AGAIN:
            return Failed(BUSY, is_passing=True, place=self._where, status=status)
        return Failed(REFUSED, place=self._where, path=path, status=status, variables=VARIABLES)


def _status(error: Any) -> int:
    return int(error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0))


def _parts(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in parts of one size, so that one part is in memory."""
    held = bytearray()
    for chunk in chunks:
        held += chunk
        while len(held) >= PART:
            yield bytes(held[:PART])
            del held[:PART]
    if held:
        yield bytes(held)
