"""Real papers and label sets beside the checkout, never in it. Where they are not, tests on them are left out."""

from pathlib import Path

import pytest

SHARED_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
ABSENT = "the shared data is not beside this checkout (../shared/data)"
needs_shared_data = pytest.mark.skipif(not SHARED_DATA.is_dir(), reason=ABSENT)
