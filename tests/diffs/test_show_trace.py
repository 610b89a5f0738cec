"""The pages of traces: what they show of gold, to whom, and that they never ask more with more rows."""

from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from adjudication.services import claim_case, resolve_case
from annotation.models import User
from annotation.services import add_member, claim_unit
from diffs.models import PaperPair, Trace
from diffs.services import create_trace
from genomes.models import Genome
from tests.cast import Cast
from tests.factories import a_diff, a_genome, a_pair, an_answer

LIST, GRAPH = "/projects/demo/traces/", "/projects/demo/traces/graph/"


def a_trace(cast: Cast, name: str, *genomes: Genome, size: int = 3) -> Trace:
    """A trace of new pairs between genomes, new ones where none are given."""
    found = list(genomes) or [a_genome(cast, handed_in=True) for _each in range(size)]
    pairs = [a_pair(cast, source=one, target=other) for one, other in pairwise(found)]
    return create_trace(by=cast.admin, project=cast.project, name=name, pairs=pairs)


@pytest.fixture
def trace(cast: Cast) -> Trace:
    """Three papers; both annotators agree on the first step, and nobody has begun the second."""
    made = a_trace(cast, "Finders")
    for person in (cast.annotator1, cast.annotator2):
        a_diff(person, steps(made)[0])
    return made


def steps(trace: Trace) -> list[PaperPair]:
    return [step.pair for step in trace.steps.order_by("position")]


def page(person: User, address: str) -> str:
    client = Client()
    client.force_login(person)
    answer = client.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


def asked(person: User, address: str) -> int:
    client = Client()
    client.force_login(person)
    client.get(address)  # the first request also fills caches
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def faults(person: User, trace: Trace) -> list[tuple[str, int]]:
    client = Client()
    client.force_login(person)
    found = client.get(f"/api/v1/projects/demo/traces/{trace.pk}/faults/").json()
    return [(each["code"], each["at"]) for each in found]


def address(trace: Trace) -> str:
    return f"{LIST}{trace.pk}/"


def test_paths_are_drawn_from_gold_with_a_table_behind_them(cast: Cast, trace: Trace) -> None:
    """By `an_answer` N1 and M1 are inherited, L1 and D1 lost, and the successor's own L1 and D1 novel."""
    shown = page(cast.admin, address(trace))
    first, second = steps(trace)
    drawn = shown.split("data-paths>")[1].split("</svg>")[0]
    assert drawn.count('class="path-link" data-fate="inherited"') == 2
    assert drawn.count('class="path-mark" data-fate="lost"') == 2
    assert drawn.count('class="path-mark" data-fate="novel"') == 2
    for handle in ("N1", "M1", "L1", "D1"):  # each edge and each end leads to the pair, at the object
        assert f'href="/projects/demo/pairs/{first.pk}/#o-{first.source.paper.slug}:{handle}"' in drawn
    # The second step is not gold: the eight ends that it would join rest, four on each side.
    assert drawn.count('data-fate="open"') == 8
    table = shown.split('class="table path-table"')[1]
    # Two objects that live over step 1, two that end there and two that begin; and the third paper's four.
    assert table.split("</table>")[0].count("<tr") - 1 == 2 + 2 + 2 + 4
    assert f"/projects/demo/pairs/{second.pk}/" in shown


def test_one_type_of_objects_can_be_followed_alone(cast: Cast, trace: Trace) -> None:
    alone = page(cast.admin, f"{address(trace)}?type=mechanism").split("data-paths>")[1].split("</svg>")[0]
    assert (alone.count('data-type="mechanism"'), alone.count("data-strand")) == (2, 2)
    assert page(cast.admin, f"{address(trace)}?type=nonsense").count("data-strand") == 10


def test_adjudicated_gold_counts_before_the_labels(cast: Cast) -> None:
    made = a_trace(cast, "Finders")
    pair = steps(made)[0]
    for person, dynamics in ((cast.annotator1, "mutation"), (cast.annotator2, "isolation")):
        a_diff(person, pair, dynamics=dynamics, dynamics_reason="x")
    assert ("not_gold", 0) in faults(cast.admin, made)
    claim_case(by=cast.adjudicator, pair=pair)
    answer = an_answer(pair, dynamics="isolation", dynamics_reason="Nothing is shared.")
    resolve_case(by=cast.adjudicator, pair=pair, outcome="resolved", payload=answer, reason_code="other", rationale="x")
    assert faults(cast.admin, made) == [("no_lineage", 0), ("not_gold", 1)]
    assert "is not a lineage by its gold" in page(cast.admin, address(made))
    # Who submitted on a pair sees its resolution, and nothing of the other step.
    assert faults(cast.annotator1, made) == [("no_lineage", 0)]


def test_a_step_on_which_no_object_lives_on_breaks_every_path(cast: Cast) -> None:
    made = a_trace(cast, "Finders")
    pair = steps(made)[0]
    old, new = pair.source.paper.slug, pair.target.paper.slug
    parts: dict[str, Any] = {
        "fates": dict.fromkeys((f"{old}:{handle}" for handle in ("N1", "M1", "L1", "D1")), "lost"),
        "origins": dict.fromkeys((f"{new}:{handle}" for handle in ("N1", "M1", "L1", "D1")), "novel"),
        "alignments": [],
        "driver_continuity": "replaced",
        "dynamics": "speciation",
        "dynamics_reason": "The history is shown elsewhere.",
    }
    for person in (cast.annotator1, cast.annotator2):
        a_diff(person, pair, **parts)
    assert faults(cast.admin, made) == [("nothing_shared", 0), ("not_gold", 1)]
    assert f"/projects/demo/pairs/{pair.pk}/" in page(cast.admin, address(made)).split('id="coherence"')[1]


def everything(person: User, trace: Trace) -> str:
    """All that the pages and the API of traces show a person, without what differs with every request."""
    shown = [page(person, each) for each in (LIST, address(trace), f"{address(trace)}?type=niche", GRAPH)]
    client = Client()
    client.force_login(person)
    root = "/api/v1/projects/demo/traces/"
    shown += [client.get(f"{root}{each}").content.decode() for each in ("", f"{trace.pk}/", f"{trace.pk}/faults/")]
    papers = {"papers": [paper.slug for paper in trace.papers()]}
    shown.append(client.post(f"{root}check/", papers, content_type="application/json").content.decode())
    return "\n".join(line for each in shown for line in each.splitlines() if "csrf" not in line.casefold())


def test_who_may_still_label_a_step_sees_nothing_of_its_answers(cast: Cast) -> None:
    """Byte for byte the same before any label, with one, with two that agree, and for annotators and admins alike."""
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    third = a_member(cast)
    made = a_trace(cast, "Finders")
    pair = steps(made)[0]
    claim_unit(person=cast.annotator1, unit=steps(made)[1].unit)
    before = {person: everything(person, made) for person in (third, cast.annotator2, cast.admin)}
    a_diff(cast.annotator1, pair)
    assert everything(cast.annotator2, made) == before[cast.annotator2]
    a_diff(cast.annotator2, pair)
    for person in (third, cast.admin):
        assert everything(person, made) == before[person]
    assert "mutation" not in everything(third, made).casefold()
    # An annotator who is done with it is not told that the other said the same either.
    assert "mutation" not in everything(cast.annotator1, made).casefold()
    assert "Mutation" in page(cast.adjudicator, address(made))


def a_member(cast: Cast) -> User:
    add_member(by=cast.admin, project=cast.project, user=cast.outsider, role="annotator")
    return cast.outsider


@pytest.mark.parametrize("where", [LIST, GRAPH, "/api/v1/projects/demo/traces/"])
def test_a_list_asks_the_same_whatever_its_length(cast: Cast, trace: Trace, where: str) -> None:
    few = asked(cast.admin, where)
    more = a_trace(cast, "Second", size=4)
    for person in (cast.annotator1, cast.annotator2):
        a_diff(person, steps(more)[1])
    assert asked(cast.admin, where) == few


def test_the_pages_of_a_trace_ask_a_pinned_number_of_times(cast: Cast, trace: Trace) -> None:
    """The frame, the trace, four for its gold, the rights, the objects, and six for the graph: the same for any."""
    longer = a_trace(cast, "Longer", size=5)
    for person in (cast.annotator1, cast.annotator2):
        a_diff(person, steps(longer)[2])
    assert asked(cast.admin, address(trace)) == asked(cast.admin, address(longer)) <= 24
    build = "/projects/demo/traces/new/?paper="
    short, long = ("&paper=".join(paper.slug for paper in each.papers()) for each in (trace, longer))
    assert asked(cast.admin, build + short) == asked(cast.admin, build + long) <= 22


def test_the_list_counts_faults_and_open_steps_and_is_searched(cast: Cast, trace: Trace) -> None:
    a_trace(cast, "Elsewhere")
    shown = page(cast.admin, LIST)
    assert "1 step without gold" in shown
    assert "2 steps without gold" in shown
    assert "without gold" not in page(cast.annotator1, LIST)
    found = page(cast.admin, f"{LIST}?q={trace.papers()[1].slug}")
    assert "Finders" in found
    assert "Elsewhere" not in found
    assert "No trace fits" in page(cast.admin, f"{LIST}?q=nowhere")


def test_the_graph_shows_the_neighbourhood_of_what_is_chosen(cast: Cast, trace: Trace) -> None:
    other = a_trace(cast, "Elsewhere")
    near, far = trace.papers()[0], other.papers()[0]
    whole = page(cast.annotator1, GRAPH)
    assert f"?paper={near.slug}" in whole
    assert f"?paper={far.slug}" in whole
    chosen = page(cast.annotator1, f"{GRAPH}?paper={near.slug}")
    assert f"?paper={far.slug}" not in chosen
    assert chosen.count('class="node"') == 3
    assert page(cast.annotator1, f"{GRAPH}?q={far.title}").count('class="node"') == 3
    assert "No paper fits" in page(cast.annotator1, f"{GRAPH}?lineage=nowhere")


def test_empty_pages_say_what_to_do(cast: Cast) -> None:
    assert "Build a trace" in page(cast.admin, LIST)
    assert "Lineages that an admin strings together" in page(cast.annotator1, LIST)
    assert "Make a pair" in page(cast.admin, GRAPH)
    made = a_trace(cast, "Finders")
    assert "No path to draw yet" in page(cast.annotator1, address(made))
