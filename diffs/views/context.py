"""What the templates of the pair screen are given."""

import json
from dataclasses import astuple
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse

from annotation.wording import choices, label
from diffs.rules import CONTEXT_FIELDS
from diffs.selectors import Mode, Screen, decision_choices, short_name
from diffs.wording import CONTEXT_WORDS, DEFINITIONS, FIELD_WORDS, WORDS_OF_FATES, shared_words
from evaluator.vocabulary import Dynamics, Fate, Origin


def screen_context(screen: Screen) -> dict[str, Any]:
    """The context of the whole page."""
    pair, answer = screen.pair, screen.checked.answer
    source, target = pair.source.paper, pair.target.paper
    return {
        "project": pair.project,
        "pair": pair,
        "screen": screen,
        "desk": screen.desk,
        "editing": screen.desk.mode is Mode.EDIT,
        "submitted": screen.desk.mode is Mode.SUBMITTED,
        "answer": answer,
        "source": {"paper": source, "name": short_name(source), "cards": screen.source_cards},
        "target": {"paper": target, "name": short_name(target), "cards": screen.target_cards},
        "choices": decision_choices(screen.checked),
        "secondary": choices(Dynamics),
        "contexts": _contexts(screen),
        "transition_evidence": screen.cited(answer.transition_evidence),
        "source_evidence": screen.cited(answer.evidence, source.slug),
        "target_evidence": screen.cited(answer.evidence, target.slug),
        "fate_words": WORDS_OF_FATES,
        "fate_definitions": [(word, DEFINITIONS[word]) for word in (*Fate, *Origin) if word is not Origin.ALIGNED],
        "field_words": FIELD_WORDS,
        "rationale_sides": [
            {"side": side, "slug": paper.slug, "name": short_name(paper)}
            for side, paper in (("source", source), ("target", target))
        ],
        "differs": screen.derived is not None and not screen.derived.agrees,
        "read": _read(screen),
        "payload_json": json.dumps(screen.desk.payload),
        "data": _data(screen),
        "submit_page": _pages(screen)["submit"],
    }


def _read(screen: Screen) -> dict[str, Any]:
    """An answer in words, for those who only read it, and how the decision differs from it."""
    answer, cards, resolution = screen.checked.answer, screen.cards, screen.resolution
    gold = (resolution.decision or {}) if resolution else {}
    mine = screen.checked.decision
    return {
        "dynamics": label(answer.dynamics) if answer.dynamics else "",
        "continuity": label(answer.driver_continuity) if answer.driver_continuity else "",
        "ecology": label(answer.ecology) if answer.ecology else "",
        "driver": cards.get(answer.predecessor_driver or ""),
        "transition": cards.get(answer.transition_driver or ""),
        "has_context": any(astuple(answer.source_ecology) + astuple(answer.target_ecology)),
        "gold_dynamics": label(Dynamics(gold["dynamics"])) if gold.get("dynamics") else "",
        "differing": [FIELD_WORDS[name] for name in gold if name in FIELD_WORDS and gold[name] != mine[name]],
    }


def fragments(request: HttpRequest, screen: Screen) -> dict[str, Any]:
    """What changes with every save: the list of what is missing and the check of the dynamics, as data and as HTML."""
    context = {"screen": screen, "pair": screen.pair, "project": screen.pair.project}
    return {
        "gaps": [gap.as_json() for gap in screen.checked.gaps],
        "missing": render_to_string("diffs/pair/missing.html", context, request),
        "missing_count": screen.missing_count,
        "derived": render_to_string("diffs/pair/derived.html", context, request),
        "differs": screen.derived is not None and not screen.derived.agrees,
        "lineages": render_to_string("diffs/pair/lineages.html", context, request),
        "shared": {
            name: {"likeness": each.likeness, "words": shared_words(each)}
            for name, each in screen.checked.shared.items()
        },
        "guideline": _guideline(screen),
    }


def _guideline(screen: Screen) -> dict[str, Any] | None:
    """The version in force, so that a screen that shows another can say so."""
    current = screen.guideline
    return None if current is None else {"version": current.version, "note": current.note}


def _contexts(screen: Screen) -> list[dict[str, Any]]:
    answer, shared = screen.checked.answer, screen.checked.shared
    return [
        {
            "name": name,
            "label": CONTEXT_WORDS[name],
            "source": getattr(answer.source_ecology, name),
            "target": getattr(answer.target_ecology, name),
            "likeness": shared[name].likeness,
            "shared": shared_words(shared[name]),
        }
        for name in CONTEXT_FIELDS
    ]


def _places(screen: Screen) -> dict[str, str]:
    """Names of the places that the answer cites, by "paper:start:end"."""
    answer = screen.checked.answer
    pointers = [*answer.evidence, *answer.transition_evidence]
    for edge in answer.alignments:
        pointers += [*edge.source_evidence, *edge.target_evidence]
    return {
        f"{cited.pointer.paper}:{cited.pointer.start}:{cited.pointer.end}": cited.place
        for cited in screen.cited(pointers)
    }


def _pages(screen: Screen) -> dict[str, str]:
    """Where drafts and the answer go: a label's, or those of an answer that others will be measured by."""
    kind = "known-" if screen.desk.writes_known else ""
    return {"draft": f"diffs:{kind}draft", "submit": f"diffs:{kind}submit"}


def _data(screen: Screen) -> dict[str, Any]:
    """What the scripts start from."""
    pair, desk = screen.pair, screen.desk
    address = [pair.project.slug, pair.pk]
    pages = _pages(screen)
    return {
        "payload": desk.payload,
        "savedAt": desk.draft.saved_at.isoformat() if desk.draft else None,
        "places": _places(screen),
        "revision": desk.revision,
        "draftUrl": reverse(pages["draft"], args=address),
        "submitUrl": reverse(pages["submit"], args=address),
        "textsUrl": reverse("diffs:texts", args=address),
        "names": {slug: screen.checked.sides.names[slug] for slug in screen.places},
        "source": pair.source.paper.slug,
        "target": pair.target.paper.slug,
        "objects": [card.as_json() for card in screen.cards.values()],
        "papers": {paper.slug: paper.lineage for paper in screen.papers},
        "paperNames": {paper.slug: short_name(paper) for paper in screen.papers},
        "sourcesUrl": reverse("diffs:sources", args=address),
        "guideline": None if screen.guideline is None else screen.guideline.version,
        "guidelineUrl": reverse("annotation:guideline-at-hand", args=address[:1]),
        "earlier": {side: each.context for side, each in screen.earlier.items()},
    }
