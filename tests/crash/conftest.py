import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crash.house import House, Scene
from tests.stack.driver import Stack


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """One stack for the tests of a module: each of them leaves it whole, which is what they are about."""
    folder = Path(tempfile.mkdtemp(prefix="ig-cr-"))
    with Stack(folder) as stack:
        stack.wait_until_healthy()
        scene = Scene(folder)
        yield House(stack, scene)
        scene.close()
    shutil.rmtree(folder, ignore_errors=True)
