"""Pairs as bare rows, where a test is about lists and not about what is in a genome."""

from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from django.utils import timezone

from annotation.models import Unit
from diffs.models import PaperPair
from genomes.models import Genome, Paper, SourceVersion
from tests.cast import Cast


def bare_genomes(cast: Cast, *slugs: str) -> dict[str, Genome]:
    """Genomes without objects that are handed in, their papers published on successive days, by short name."""
    papers = Paper.objects.bulk_create(
        Paper(
            project=cast.project, slug=slug, title=f"On {slug}", created_by=cast.admin, domain="Vision",
            published=date(2020, 1, 1) + timedelta(days=number),
        )
        for number, slug in enumerate(slugs)
    )  # fmt: skip
    texts = SourceVersion.objects.bulk_create(
        SourceVersion(paper=each, number=1, format="text", file_sha256="0" * 64, text="x", imported_by=cast.admin)
        for each in papers
    )
    units = Unit.objects.bulk_create(
        Unit(project=cast.project, kind="genome", title=each.title, overlap=1, labels_done=1) for each in papers
    )
    genomes = Genome.objects.bulk_create(
        Genome(source_version=text, unit=unit, author=cast.annotator1, handed_in_at=timezone.now())
        for text, unit in zip(texts, units, strict=True)
    )
    return {paper.slug: genome for paper, genome in zip(papers, genomes, strict=True)}


def bare_pair(cast: Cast, source: Genome, target: Genome, **facts: Any) -> PaperPair:
    """A pair whose unit has these facts."""
    title = f"{source.paper.slug} → {target.paper.slug}"
    unit = Unit.objects.create(**{"project": cast.project, "kind": "pair", "title": title, "overlap": 2, **facts})
    pair: PaperPair = PaperPair.objects.create(
        project=cast.project, source=source, target=target, unit=unit, created_by=cast.admin
    )
    return pair


def chain(cast: Cast, *slugs: str, **facts: Any) -> list[PaperPair]:
    """Pairs of each paper with the next."""
    genomes = list(bare_genomes(cast, *slugs).values())
    return [bare_pair(cast, one, other, **facts) for one, other in pairwise(genomes)]
