"""Published figures come out to their last digit, and docs/agreement.md tells them as they come out."""

from pathlib import Path

import pytest

from tests.evaluator.published import PUBLISHED, Published, lines
from tests.shared_data import needs_shared_data

DOCUMENT = Path(__file__).parents[2] / "docs" / "agreement.md"


@needs_shared_data
@pytest.mark.parametrize("figure", PUBLISHED, ids=lambda figure: f"{figure.file}: {figure.statistic}")
def test_a_published_figure_comes_out(figure: Published) -> None:
    # 1e-12 where all digits of a float are given.
    assert figure.ours() == pytest.approx(float(figure.value), abs=max(figure.half_of_last_digit, 1e-12))


@needs_shared_data
def test_the_document_tells_what_comes_out() -> None:
    known = DOCUMENT.read_text(encoding="utf-8")
    # Without the last cell: differences of 10⁻¹³ are not the same on every machine.
    assert [line for line in lines() if line.rpartition(" | ")[0] not in known] == []
