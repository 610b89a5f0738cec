import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stack.driver import Stack


@pytest.fixture
def data() -> Iterator[Path]:
    """A data folder with a short path, as the sockets in it need."""
    folder = Path(tempfile.mkdtemp(prefix="ig-up-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    """A running stack that the tests of a module share, with its static files collected as an operator's are."""
    folder = Path(tempfile.mkdtemp(prefix="ig-up-"))
    with Stack(folder, STATIC_FROM_SOURCES="") as running:
        yield running.wait_until_healthy()
    shutil.rmtree(folder, ignore_errors=True)
