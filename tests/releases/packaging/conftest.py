"""A release in a folder of its own, as other people's tools are shown it: the golden one, which is the demo's.

Before `python -m tests.golden` has been run, and so while a change of format is being written, the small one of
`packed` stands in.
"""

import shutil
from pathlib import Path

import pytest

from tests.golden import GOLDEN, write
from tests.releases.packaging.packed import packed


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy, so that no tool's leavings end up in the source tree."""
    place = tmp_path_factory.mktemp("golden") / "release"
    if GOLDEN.exists():
        return Path(shutil.copytree(GOLDEN, place))
    write(packed(), place)
    return place
