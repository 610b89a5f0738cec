"""Published figures of agreement recomputed from ../shared/data/labels: `python -m tests.evaluator.published`.

Prints the table of docs/agreement.md. A test holds it against the document and against what was published.
"""

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from evaluator.agreement import Figures, Label, Level, SetDistance, alpha_of_sets, figures, kappas
from tests.shared_data import ABSENT, SHARED_DATA

DATA = SHARED_DATA / "labels"
RAW4, TABLE3, DIAGNOSES = "irrCAC_cac.raw4raters.csv", "irrCAC_cont3x3abstractors.csv", "irr_diagnoses.csv"
VISION, CODERS = "irr_vision.csv", "nltk_artstein_poesio_example.txt"
IRRCAC, IRR, CASES = "irrCAC, README of the R package", "Fleiss 1971; irr, `kappam.fleiss`", "cases.md"
PACKAGE, NLTK = "krippendorff 0.9.0, run here", "nltk, `nltk.metrics.agreement`"


@dataclass(frozen=True)
class Published:
    """One figure. `value` is as printed, so that its digits say how exact it is."""

    file: str
    statistic: str
    value: str
    source: str
    compute: Callable[[list[Label]], float | None]

    def ours(self) -> float:
        found = self.compute(labels_in(self.file))
        assert found is not None
        return found

    @property
    def half_of_last_digit(self) -> float:
        return 0.5 * 10.0 ** -len(self.value.partition(".")[2])


def of(name: str, level: Level = Level.NOMINAL) -> Callable[[list[Label]], float | None]:
    """Reads one figure by its name in `Figures`."""

    def compute(labels: list[Label]) -> float | None:
        found: Figures = figures(numbered(labels) if level is not Level.NOMINAL else labels, level)
        value: float | None = getattr(found, name).value
        return value

    return compute


def kappa(labels: list[Label]) -> float | None:
    (found,) = kappas(labels).values()
    return found.value


def masi(labels: list[Label]) -> float | None:
    return alpha_of_sets([(unit, rater, {str(value)}) for unit, rater, value in labels], SetDistance.MASI).value


PUBLISHED = (
    Published(RAW4, "α, nominal", "0.743421", CASES, of("alpha")),
    Published(RAW4, "α, nominal", "0.74342", IRRCAC, of("alpha")),
    Published(RAW4, "α, interval", "0.849107", CASES, of("alpha", Level.INTERVAL)),
    Published(RAW4, "α, ordinal", "0.815387503755", "cases.md, 108577/133160", of("alpha", Level.ORDINAL)),
    Published(RAW4, "α, ratio", "0.797402774712", CASES, of("alpha", Level.RATIO)),
    Published(RAW4, "AC1", "0.77544", IRRCAC, of("ac1")),
    Published(TABLE3, "raw agreement", "0.89", IRRCAC, of("raw_agreement")),
    Published(TABLE3, "Cohen's κ", "0.7964094", IRRCAC, kappa),
    Published(TABLE3, "Fleiss' κ (two raters: Scott's π)", "0.7962397", IRRCAC, of("fleiss")),
    Published(TABLE3, "α, nominal", "0.7972585", IRRCAC, of("alpha")),
    Published(TABLE3, "AC1", "0.8493305", IRRCAC, of("ac1")),
    Published(DIAGNOSES, "Fleiss' κ", "0.430", IRR, of("fleiss")),
    Published(DIAGNOSES, "Fleiss' κ", "0.43024", CASES, of("fleiss")),
    Published(DIAGNOSES, "α, nominal", "0.4334", CASES, of("alpha")),
    Published(CODERS, "raw agreement", "0.88", NLTK, of("raw_agreement")),
    Published(CODERS, "Fleiss' κ (two raters: Scott's π)", "0.7995322418977615", NLTK, of("fleiss")),
    Published(CODERS, "Cohen's κ", "0.8013245033112583", NLTK + " 3.10.4, run here", kappa),
    Published(CODERS, "α, nominal", "0.8005345806882727", NLTK + " 3.10.4, run here", of("alpha")),
    Published(CODERS, "α of sets, MASI", "0.8005345806882727", NLTK + " 3.10.4, run here", masi),
    Published(VISION, "α, nominal", "0.595387720506", PACKAGE, of("alpha")),
    Published(VISION, "α, ordinal", "0.706163181842", PACKAGE, of("alpha", Level.ORDINAL)),
)


def labels_in(name: str) -> list[Label]:
    text = (DATA / name).read_text(encoding="utf-8")
    if name == CODERS:
        return [(item, coder, value) for coder, item, value in (line.split() for line in text.splitlines())]
    head, *rows = csv.reader(text.splitlines())
    if name == TABLE3:
        return list(_counted(head[1:], rows))
    return [(unit, str(rater), value or None) for unit, *values in rows for rater, value in enumerate(values)]


def _counted(names: list[str], rows: list[list[str]]) -> Iterator[Label]:
    """Labels of two raters from how often they met."""
    cells = (
        (first, second, int(count)) for first, *counts in rows for second, count in zip(names, counts, strict=True)
    )
    for first, second, count in cells:
        for number in range(count):
            yield f"{first}-{second}-{number}", "rows", first
            yield f"{first}-{second}-{number}", "columns", second


def numbered(labels: list[Label]) -> list[Label]:
    """Values as numbers: their first digit, so that "2nd grade" is 2."""
    return [(unit, rater, None if value is None else float(str(value)[0])) for unit, rater, value in labels]


def lines() -> list[str]:
    """The table as Markdown."""
    rows = ["| file | statistic | published | source | ours | difference |", "| --- | --- | ---: | --- | ---: | ---: |"]
    for each in PUBLISHED:
        ours = each.ours()
        cells = [each.file, each.statistic, each.value, each.source, f"{ours:.10f}", f"{ours - float(each.value):.0e}"]
        rows.append(f"| {' | '.join(cells)} |")
    return rows


if __name__ == "__main__":
    print("\n".join(lines()) if DATA.is_dir() else f"skipped: {ABSENT}")
