"""Bring in people, papers, genomes, labels and resolutions of the demo, in one transaction."""

from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from adjudication.services import claim_case, resolve_case
from annotation.models import Project, User
from annotation.services import add_member, claim_unit, create_account, create_project, share_password
from diffs.models import PaperPair
from diffs.services import create_pair, create_trace, submit_diff
from genomes.models import Genome, Paper
from genomes.services import hand_in_genome, import_document, save_object
from releases.demo import content
from releases.demo.calibration import load_calibration
from releases.demo.readings import load_reading

ROLES = {
    "annotator1": "annotator",
    "annotator2": "annotator",
    "annotator3": None,  # becomes an annotator when the others have labelled, and qualifies
    "adjudicator": "adjudicator",
    "admin": "admin",
    "outsider": None,
}


@dataclass
class Demo:
    """What has been brought in so far, by the names that the files use."""

    people: dict[str, User]
    project: Project
    genomes: dict[str, Genome] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def pair(self, source: str, target: str) -> PaperPair:
        return create_pair(
            by=self.people["admin"], project=self.project, source=self.genomes[source], target=self.genomes[target]
        )


@transaction.atomic
def load_labels(*, password: str) -> Project:
    """Everything up to the release: accounts, project, papers, genomes, pairs, labels, resolutions, traces."""
    demo = _people_and_project(password)
    for paper in content.papers():
        _load_paper(demo, paper)
    for pair in content.pairs():
        _load_pair(demo, pair)
    facts = content.project_facts()
    for wish in facts["open_pairs"]:
        demo.pair(wish["source"], wish["target"])
    for trace in facts["traces"]:
        papers = [Paper.objects.get(project=demo.project, slug=slug) for slug in trace["papers"]]
        create_trace(by=demo.people["admin"], project=demo.project, name=trace["name"], papers=papers)
    newcomer = demo.people[content.calibration()["newcomer"]]
    load_calibration(admin=demo.people["admin"], newcomer=newcomer, project=demo.project)
    return demo.project


def _people_and_project(password: str) -> Demo:
    admin = create_account(by=None, username="admin", password=password, is_superuser=True)
    people = {name: create_account(by=None, username=name) for name in ROLES if name != "admin"}
    share_password(of=admin, people=people.values())
    people["admin"] = admin
    facts = content.project_facts()
    named = ("slug", "name", "description", "licence", "domains", "overlap")
    project = create_project(by=people["admin"], guideline=content.guideline(), **{name: facts[name] for name in named})
    for name, role in ROLES.items():
        if role and role != "admin":
            add_member(by=people["admin"], project=project, user=people[name], role=role)
    return Demo(people, project)


def _load_paper(demo: Demo, paper: content.DemoPaper) -> None:
    version, _is_new = import_document(
        by=demo.people["admin"],
        project=demo.project,
        data=paper.data,
        filename=f"{paper.slug}.md",
        slug=paper.slug,
        facts=paper.facts,
    )
    demo.texts[paper.slug] = version.text
    demo.genomes[paper.slug] = version.genome
    found = content.genome(paper.slug)
    if found is None:
        return
    author = demo.people[found["author"]]
    claim_unit(person=author, unit=version.genome.unit)
    for wish in found["objects"]:
        _load_object(demo, version.genome, author, wish)
    demo.genomes[paper.slug] = hand_in_genome(by=author, genome=version.genome)
    load_reading(people=demo.people, genome=demo.genomes[paper.slug], found=content.readings())


def _load_object(demo: Demo, genome: Genome, author: User, wish: dict[str, Any]) -> None:
    text = genome.source_version.text
    payload = {
        "type": wish["type"],
        "content": wish["content"],
        "constraint": wish["constraint"],
        "contribution_role": wish["contribution_role"],
        "repairs": wish["repairs"],
        "evidence": [{"quote": quote, **content.place(text, quote)} for quote in wish["evidence"]],
    }
    made = save_object(by=author, genome=genome, payload=payload)
    if made.handle != wish["handle"]:
        raise ValueError(f"{genome}: the file says {wish['handle']}, the genome {made.handle}")


def _load_pair(demo: Demo, found: dict[str, Any]) -> None:
    pair = demo.pair(found["source"], found["target"])
    for label in found["labels"]:
        person = demo.people[label["annotator"]]
        claim_unit(person=person, unit=pair.unit)
        submit_diff(by=person, pair=pair, payload=content.with_places(label["answer"], demo.texts))
    if found["resolution"] is not None:
        _resolve(demo, pair, found["resolution"])


def _resolve(demo: Demo, pair: PaperPair, wish: dict[str, Any]) -> None:
    adjudicator = demo.people["adjudicator"]
    claim_case(by=adjudicator, pair=pair)
    answer = wish.get("answer")
    payload = content.with_places(answer, demo.texts) if answer else {}
    resolve_case(
        by=adjudicator,
        pair=pair,
        outcome=wish["outcome"],
        payload=payload,
        reason_code=wish["reason_code"],
        rationale=wish["rationale"],
    )
