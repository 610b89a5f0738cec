"""The dashboards of agreement: filters, counted figures against labels, files, people, and who sees what."""

import csv
import io
from datetime import date
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from lxml import etree

from adjudication import drift
from adjudication.boundaries import Question, parted, question
from adjudication.selectors import agreement_figures, agreement_summary, field_figures, labelled
from adjudication.selectors.measured import keep_whole
from adjudication.selectors.raters import rater_pairs
from adjudication.selectors.sources import FromLabels, Tallied
from adjudication.selectors.wanted import Wanted
from adjudication.services import resolve_case
from adjudication.services.tallies import count_open
from adjudication.tasks import measure_whole_task
from adjudication.views import agreement_files
from annotation.models import Stage, Unit, User
from annotation.refusal import Refused
from annotation.services import add_member, change_project, publish_guideline
from annotation.workers import Queue
from diffs.models import PaperPair
from evaluator.vocabulary import Dynamics
from genomes.services import set_paper_facts
from tests.adjudication.making import a_dispute, a_pair, an_answer, lost_driver, moved, submit
from tests.cast import Cast


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Intervals are the evaluator's matter and tested there."""
    monkeypatch.setattr("adjudication.selectors.measured.REPLICATES", 20)


WRONG = (
    "domain=x", "stage=9999", "stage=y", "guideline=7", "from=soon", "field=x", "from=2026-01-01&to=2025-01-01",
    "from=2026-03", "to=9999-12-31", "stage=" + "9" * 5000,
)  # fmt: skip
WHY: dict[str, Any] = {"reason_code": "guideline_gap", "rationale": "It says so."}


def two_labels(cast: Cast, first: Any, second: Any, **facts: Any) -> PaperPair:
    pair = a_pair(cast, **facts)
    return a_dispute(cast, first(pair), second(pair), pair=pair)


def scene(cast: Cast) -> list[PaperPair]:
    """Mutation twice in NLP; mutation and radiation, and competition twice, elsewhere; the last in a stage."""
    pairs = [
        two_labels(cast, an_answer, an_answer),
        two_labels(cast, an_answer, moved),
        two_labels(cast, an_answer, lost_driver),
        two_labels(cast, lost_driver, lost_driver),
    ]
    Unit.objects.filter(pk=pairs[0].unit_id).update(domain="NLP")
    Unit.objects.exclude(pk=pairs[0].unit_id).update(domain="vision")
    stage = Stage.objects.create(project=cast.project, name="pilot")
    Unit.objects.filter(pk=pairs[3].unit_id).update(stage=stage)
    count_open(project=cast.project, most=9)
    return pairs


def get(person: User, place: str, query: str = "", status: int = 200) -> str:
    client = Client()
    client.force_login(person)
    response = client.get(reverse(f"adjudication:{place}", args=["demo"]) + query)
    assert response.status_code == status, place
    return (response.getvalue() if response.streaming else response.content).decode()


def table(person: User, name: str, query: str = "") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(get(person, f"agreement-{name}", query))))


@pytest.mark.django_db
def test_counted_figures_are_those_of_the_labels(cast: Cast) -> None:
    scene(cast)
    rows = labelled(cast.project)
    straight = {each.name: each for each in field_figures(cast.project, rows)}
    found = {each["field"]: each for each in agreement_figures(cast.project)["fields"]}
    for name, each in straight.items():
        counted, figures = found[name], each.figures
        assert counted["raw_agreement"] == figures.raw_agreement, name
        assert counted["alpha"] == (figures.alpha and pytest.approx(figures.alpha, abs=1e-12)), name
        assert (counted["n_used"], counted["n_total"]) == (figures.n_units_used, each.total), name
    summary = agreement_summary(cast.project)
    assert agreement_figures(cast.project)["dynamics_confusion"] == summary["dynamics_confusion"]
    # Gwet's AC1 of dynamics mm, mr, mc, cc: po = 1/2; shares m 4/8, r 1/8, c 3/8 of q = 3 categories;
    # pe = (1/2·1/2 + 1/8·7/8 + 3/8·5/8)/2 = 19/64; AC1 = (1/2 - 19/64)/(1 - 19/64) = 13/45.
    assert found["dynamics"]["ac1"] == pytest.approx(13 / 45)
    assert agreement_figures(cast.project)["pairs_in_dispute"] == 2


@pytest.mark.django_db
def test_counts_and_labels_say_the_same_of_every_slice(cast: Cast) -> None:
    """`FromLabels` is what who also labels is shown; over the same pairs it must be what counts say."""
    pairs = scene(cast)
    stage = Stage.objects.get().pk
    week = Tallied(cast.project, None, Wanted()).weeks()["dynamics"]
    (monday,) = week
    slices = [
        (Wanted(), pairs), (Wanted(domain="NLP"), pairs[:1]), (Wanted(domain="vision", stage=stage), pairs[3:]),
        (Wanted(guideline=1, since=monday), pairs), (Wanted(guideline=0), []), (Wanted(until=date(2020, 1, 6)), []),
    ]  # fmt: skip
    for wanted, kept in slices:
        counts, labels = Tallied(cast.project, None, wanted), FromLabels(cast.project, cast.admin, wanted)
        assert {k: v for k, v in counts.weeks().items() if v} == {k: v for k, v in labels.weeks().items() if v}
        assert counts.wide() == labels.wide()
        for name in ("dynamics", "fate", "transition_driver"):
            assert counts.parts(name) == labels.parts(name)
        assert sum(each.total() for each in counts.weeks()["lineage"].values()) == len(kept)
        patterns = ['[["mutation","mutation"]]', '[["adaptive_radiation","mutation"]]']
        assert list(counts.pairs(patterns)) == labels.pairs(patterns)


@pytest.mark.django_db
def test_filters_of_the_address_reach_every_figure_and_file(cast: Cast) -> None:
    pairs = scene(cast)
    publish_guideline(by=cast.admin, project=cast.project, body="# Second\n", note="Other words.")
    two_labels(cast, an_answer, an_answer)
    admin = cast.admin
    assert [row["units_used"] for row in table(admin, "fields", "?domain=NLP")][:2] == ["1", "1"]
    assert [row["units_used"] for row in table(admin, "fields", "?guideline=2")][:2] == ["1", "1"]
    parts = {(row["part"], row["value"]): row["units_used"] for row in table(admin, "parts", "?field=ecology")}
    assert (parts["domain", "NLP"], parts["guideline", "1"], parts["guideline", "2"]) == ("1", "4", "1")
    (week,) = table(admin, "weeks")
    assert (week["units_used"], week["guideline_from"]) == ("5", "1 2")
    cells = {
        (row["first"], row["second"]): row["pairs_of_labels"] for row in table(admin, "confusion", "?domain=vision")
    }
    assert cells["mutation", "mutation"] == "0"
    assert {(row["boundary"], row["pairs_of_labels"]) for row in table(admin, "boundaries")} == {
        ("shift", "1"), ("driver", "1"),
    }  # fmt: skip
    assert {row["pair"] for row in table(admin, "labels", "?domain=NLP")} == {pairs[0].key}
    page = get(admin, "agreement", "?domain=vision&first=mutation&second=adaptive_radiation")
    assert pairs[1].unit.title in page
    assert "domain=vision&amp;first=mutation&amp;second=niche_competition" in page
    assert "No label fits" in get(admin, "agreement", "?to=2020-01-01")
    for wrong in WRONG:
        assert 'role="alert"' in get(admin, "agreement", f"?{wrong}", status=400), wrong
        get(admin, "agreement-fields", f"?{wrong}", status=400)
    client = Client()
    client.force_login(admin)
    assert client.get("/api/v1/projects/demo/agreement/?domain=x").json()["faults"][0]["field"] == "domain"
    told = client.get("/api/v1/projects/demo/agreement/?domain=NLP").json()
    assert (told["filters"]["domain"], told["fields"][0]["n_used"], told["fields"][0]["n_total"]) == ("NLP", 1, 1)


@pytest.mark.django_db
def test_every_picture_is_a_file_of_its_own(cast: Cast) -> None:
    for is_empty in (True, False):
        if not is_empty:
            scene(cast)
        for name in agreement_files.PICTURES:
            drawn = get(cast.admin, f"agreement-{name}-svg")
            root = etree.fromstring(drawn.encode())
            assert root.tag == "{http://www.w3.org/2000/svg}svg", name
            assert "href" not in drawn, name
    assert "75" in get(cast.admin, "agreement-fields-svg")
    assert "<style>" in get(cast.admin, "agreement-weeks-svg")


@pytest.mark.django_db
def test_what_adjudication_changed_and_whose_answers_were_kept(cast: Cast) -> None:
    pairs = scene(cast)
    resolve_case(by=cast.adjudicator, pair=pairs[1], outcome="resolved", payload=moved(pairs[1]), **WHY)
    resolve_case(by=cast.adjudicator, pair=pairs[2], outcome="excluded", **WHY)
    rows = {(row["of"], row["first"], row["second"]): row for row in table(cast.admin, "decisions")}
    kept = rows["dynamics", "mutation", "adaptive_radiation"]
    assert (kept["became_first"], kept["became_second"], kept["excluded"]) == ("0", "1", "0")
    assert rows["dynamics", "mutation", "niche_competition"]["excluded"] == "1"
    assert rows["field ecology", "", ""]["became_a_label"] == "1"
    # One label became gold in the boundary of the shift; the driver's was excluded. Both decisions have one reason.
    boundaries = {row["boundary"]: row for row in table(cast.admin, "decided-boundaries")}
    assert (boundaries["shift"]["became_a_label"], boundaries["driver"]["excluded"]) == ("1", "1")
    assert table(cast.admin, "reasons") == [{"reason_code": "guideline_gap", "decisions": "2"}]
    whose = {(row["person"], row["field"]): (row["kept"], row["changed"]) for row in table(cast.admin, "kept")}
    assert (whose["annotator1", "dynamics"], whose["annotator2", "dynamics"]) == (("0", "1"), ("1", "0"))
    page = get(cast.adjudicator, "agreement-decided")
    assert "2 decisions" in page
    assert "annotator2" not in page
    # annotator2 said radiation, which became gold: kept in dynamics and ecology; annotator1 was changed in both.
    people = get(cast.admin, "agreement-people")
    assert people.index("annotator1") < people.index("annotator2")
    assert agreement_figures(cast.project)["pairs_decided"] == 2


@pytest.mark.django_db
def test_two_people_on_one_field(cast: Cast) -> None:
    scene(cast)
    pairs = rater_pairs(cast.project, cast.admin, Wanted(), ("dynamics", "transition_driver"))
    assert pairs is not None
    dynamics, driver = pairs
    # First mutation three times and competition once, second mutation, radiation, competition twice:
    # po = 2/4, pe = (3·1 + 1·2)/16 = 5/16, κ = (8 - 5)/(16 - 5) = 3/11.
    assert (dynamics.first, dynamics.second, dynamics.n, dynamics.agreeing) == ("annotator1", "annotator2", 4, 2)
    assert dynamics.kappa == pytest.approx(3 / 11)
    assert (driver.n, driver.kappa, dynamics.is_few) == (4, None, True)
    narrowed = rater_pairs(cast.project, cast.admin, Wanted(domain="NLP"), ("dynamics",))
    assert narrowed is not None
    assert [(each.n, each.agreeing, each.kappa) for each in narrowed] == [(1, 1, None)]
    weeks = table(cast.admin, "people-csv")
    assert [(row["person"], row["same"], row["labels_met"]) for row in weeks] == [
        ("annotator1", "2", "4"), ("annotator2", "2", "4"),
    ]  # fmt: skip
    weeks = table(cast.admin, "people-csv", "?domain=vision")
    assert [(row["same"], row["labels_met"]) for row in weeks] == [("1", "3"), ("1", "3")]


@pytest.mark.django_db
def test_who_also_labels_is_shown_pairs_that_they_are_done_with_and_no_names(cast: Cast) -> None:
    pairs = scene(cast)
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    for place in ("agreement-people", "agreement-raters", "agreement-people-csv", "agreement-kept"):
        get(cast.admin, place, status=403)
    assert "Nothing to compare yet" in get(cast.admin, "agreement")
    for name in ("weeks", "parts", "boundaries", "drops"):
        assert table(cast.admin, name) == [], name
    assert {row["units_used"] for row in table(cast.admin, "fields")} == {"0"}
    Unit.objects.filter(pk=pairs[1].unit_id).update(overlap=3)
    submit(pairs[1], cast.admin, moved(pairs[1]))
    assert [row["units_used"] for row in table(cast.admin, "fields")][:2] == ["1", "1"]
    assert {row["pair"] for row in table(cast.admin, "labels")} == {pairs[1].key}


@pytest.mark.django_db
def test_intervals_come_with_the_second_look(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    scene(cast)
    first = get(cast.admin, "agreement")
    assert "being computed" in first
    assert 'hx-trigger="load"' in first
    assert 'href="?intervals=now"' in first  # where no script asks
    assert "being computed" not in get(cast.admin, "agreement", "?domain=vision&intervals=now")
    second = get(cast.admin, "agreement-figures")
    assert "hx-get" not in second
    assert "being computed" not in get(cast.admin, "agreement")
    # Of more pairs than anybody waits for, the worker makes what objects and drivers need.
    monkeypatch.setattr("adjudication.selectors.measured.AT_ONCE", 1)
    two_labels(cast, an_answer, an_answer)
    monkeypatch.setattr("adjudication.views.waiting.queue_state", lambda: Queue.NO_WORKER)
    page = get(cast.admin, "agreement-figures")
    assert "No worker is running" in page
    assert "hx-get" not in page
    monkeypatch.setattr("adjudication.views.waiting.queue_state", lambda: Queue.WORKING)
    assert "load delay:3s" in get(cast.admin, "agreement-figures")
    keep_whole(cast.project, Wanted())
    assert "hx-get" not in get(cast.admin, "agreement-figures")


@pytest.mark.django_db
def test_the_worker_makes_the_intervals_of_who_also_labels(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    scene(cast)
    add_member(by=cast.admin, project=cast.project, user=cast.annotator1, role="adjudicator")
    monkeypatch.setattr("adjudication.selectors.measured.AT_ONCE", 1)
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr("adjudication.tasks.measure_whole_task.delay", lambda *given: asked.append(given))
    monkeypatch.setattr("adjudication.views.waiting.queue_state", lambda: Queue.WORKING)
    assert "load delay:3s" in get(cast.annotator1, "agreement-figures")
    assert asked == [(cast.project.pk, "", cast.annotator1.pk)]
    measure_whole_task(*asked[0])
    assert "hx-get" not in get(cast.annotator1, "agreement-figures")
    assert "load delay:3s" in get(cast.admin, "agreement-figures")  # what is kept for one is not shown to another


@pytest.mark.django_db
def test_a_cell_is_found_in_either_order_and_a_picture_is_xml_whatever_a_domain_is_called(cast: Cast) -> None:
    pairs = scene(cast)
    for query in ("?first=mutation&second=adaptive_radiation", "?first=adaptive_radiation&second=mutation"):
        assert reverse("adjudication:case", args=["demo", pairs[1].pk]) in get(cast.admin, "agreement", query)
    Unit.objects.filter(pk=pairs[0].unit_id).update(domain="N\x1bL\x0bP")
    etree.fromstring(get(cast.admin, "agreement-domain-svg").encode())
    for facts in ({"domains": {"N\x1bLP": "NLP"}}, {"domains": {"NLP": "N\x85"}}):
        with pytest.raises(Refused, match="control character"):
            change_project(by=cast.admin, project=cast.project, **facts)
    with pytest.raises(Refused, match="control character"):
        set_paper_facts(by=cast.admin, paper=pairs[0].source.paper, facts={"domain": "N\x1b"})


@pytest.mark.django_db
def test_a_domain_may_be_called_anything_and_is_read_as_words(cast: Cast) -> None:
    pairs = [two_labels(cast, an_answer, an_answer) for _name in range(3)]
    strange = "🧬" * 59 + ","
    for pair, name in zip(pairs, (strange, "a/b, <i>&c</i>", "computer_vision"), strict=True):
        Unit.objects.filter(pk=pair.unit_id).update(domain=name)
    for name in (strange, "a/b, <i>&c</i>"):
        query = "?" + urlencode({"domain": name})
        page = get(cast.admin, "agreement", query)
        assert "<i>" not in page
        assert [row["units_used"] for row in table(cast.admin, "fields", query)][:2] == ["1", "1"]
        etree.fromstring(get(cast.admin, "agreement-domain-svg", query).encode())
    page = get(cast.admin, "agreement")
    assert '<option value="computer_vision">computer vision</option>' in page
    assert "computer vision:" in get(cast.admin, "agreement-domain-svg")
    assert {row["value"] for row in table(cast.admin, "parts")} >= {"computer_vision"}


@pytest.mark.django_db
def test_one_pair_has_no_interval_and_says_why(cast: Cast) -> None:
    two_labels(cast, an_answer, moved)
    get(cast.admin, "agreement-figures")
    assert "One unit alone has no interval." in get(cast.admin, "agreement")
    row = table(cast.admin, "fields")[0]
    # m and r on one pair: Do = 1, De = 1, α = 0; no second pair to resample.
    assert (row["alpha"], row["alpha_low"], row["alpha_no_interval"]) == (
        "0.0", "", "fewer than two clusters to resample",
    )  # fmt: skip
    told = agreement_figures(cast.project)["fields"][0]
    assert (told["alpha_low"], told["alpha_interval_reason"]) == (None, "fewer than two clusters to resample")


@pytest.mark.django_db
def test_what_is_kept_of_one_reader_s_labels_is_theirs_alone(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    scene(cast)
    for person in (cast.admin, cast.adjudicator):
        add_member(by=cast.admin, project=cast.project, user=person, role="annotator")
    sources = [FromLabels(cast.project, person, Wanted()) for person in (cast.admin, cast.adjudicator)]
    assert sources[0].found == sources[1].found == []
    assert sources[0].version != sources[1].version
    # Nor do they learn how many pairs others have finished since they were counted.
    monkeypatch.setattr("adjudication.views.agreement.MOST_INLINE", 0)
    Unit.objects.update(is_tallied=False)
    assert "being counted" not in get(cast.admin, "agreement")
    add_member(by=cast.admin, project=cast.project, user=cast.outsider, role="adjudicator")
    assert "4 pairs changed and are being counted" in get(cast.outsider, "agreement")


def test_every_two_dynamics_part_at_one_question() -> None:
    # domain.md §3: hybridization before all; kept drivers before replaced ones; then ecology or evidence.
    m, r, h, s, c, i = Dynamics
    assert [each.value for each in (m, r, h, s, c, i)][:3] == ["mutation", "adaptive_radiation", "hybridization"]
    assert {question(h, each) for each in (m, r, s, c, i)} == {Question.HYBRID}
    assert {question(a, b) for a in (m, r) for b in (s, c, i)} == {Question.DRIVER}
    assert (question(m, r), question(s, c)) == (Question.SHIFT, Question.EVIDENCE)
    assert {question(s, i), question(c, i)} == {Question.NICHE}
    found = parted({("mutation", "mutation"): 9, ("mutation", "speciation"): 2, ("mutation", "isolation"): 3})
    assert [(each.question, each.count) for each in found if each.count] == [(Question.DRIVER, 5)]
    assert [pair[:2] for pair in found[1].pairs] == [("mutation", "isolation"), ("mutation", "speciation")]


def test_a_fall_beyond_chance_is_told_and_a_small_one_is_not() -> None:
    # 90 of 100 then 70 of 100: pooled 0.8, z = 0.2 / sqrt(0.16 · 0.02) = 3.5355.
    fallen = drift.drop(drift.Share(90, 100), drift.Share(70, 100))
    assert fallen is not None
    assert round(fallen.z, 4) == 3.5355
    assert drift.drop(drift.Share(90, 100), drift.Share(85, 100)) is None
    assert drift.drop(drift.Share(70, 100), drift.Share(90, 100)) is None
    assert drift.drop(drift.Share(18, 19), drift.Share(2, 100)) is None
    assert drift.drop(drift.Share(50, 50), drift.Share(50, 50)) is None
    # The last four weeks end with 2026-03-30; of the weeks before, twelve count.
    days = {
        date(2026, 3, 30): 1,
        date(2026, 3, 9): 2,
        date(2026, 3, 2): 4,
        date(2025, 12, 15): 8,
        date(2025, 12, 8): 16,
    }
    weeks = {day: drift.Share(0, n) for day, n in days.items()}
    before, now = drift.split(weeks, date(2026, 3, 30))
    assert (before.n, now.n) == (12, 3)


@pytest.mark.django_db
def test_a_field_that_fell_is_said_with_its_numbers(cast: Cast) -> None:
    from adjudication.models import AgreementTally

    weeks = {date(2026, 1, 5): (90, 10), date(2026, 2, 2): (60, 40)}
    for week, (same, other) in weeks.items():
        for pattern, count in (('[["mutation","mutation"]]', same), ('[["adaptive_radiation","mutation"]]', other)):
            facts = {"project": cast.project, "week": week, "guideline": 1, "pattern_key": pattern}
            AgreementTally.objects.create(field="dynamics", pattern=pattern, count=count, **facts)
            lineage = '[["lineage","lineage"]]'
            AgreementTally.objects.create(field="lineage", pattern=lineage, count=count, **facts)
    page = get(cast.adjudicator, "agreement")
    assert "Agreement has fallen" in page
    assert "90.0 % (n 100) before, 60.0 % (n 100) now; z 4.9" in page
    (drop,) = agreement_figures(cast.project)["drops"]
    assert (drop["field"], drop["n_now"]) == ("dynamics", 100)
