"""The shape of a draft's plan, and of what is said of a frozen release."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from evaluator.manifest import TABLES
from evaluator.tasks import TASKS as SPECS
from releases.exam.plan import OPTIONS_LEAST, OPTIONS_MOST
from releases.forms import ReleaseForm
from releases.models import Release
from releases.plan import read_plan
from releases.services.notices import LONGEST_TEXT
from releases.wording import TASKS

FACTS = ("version", "notes", "seed", "leave_out_disputes", "allow_changed_code")
EXAM = ("per_task", "options", "near", "empty_share")
SPLITS = ("sealed_share", "cutoff", "calibration")
OF_TASK = "task_"


class PlanForm(ReleaseForm):
    """Everything that is decided of a release before it is frozen."""

    per_task = forms.IntegerField(
        label=_("Instances of each task, at most"),
        min_value=1,
        required=False,
        help_text=_("Empty: all that the gold can feed. Fewer are drawn evenly over domains and dynamics."),
    )
    options = forms.IntegerField(
        label=_("Options of a choice"),
        min_value=OPTIONS_LEAST,
        max_value=OPTIONS_MOST,
        help_text=_("The right one included."),
    )
    near = forms.FloatField(
        label=_("Share of near distractors"),
        help_text=_("0 to 1. Near ones come from the same niche or trace and are harder to tell apart."),
        min_value=0,
        max_value=1,
        step_size=0.01,
    )
    empty_share = forms.FloatField(
        label=_("Share of empty answers"),
        help_text=_("0 to 1, of the tasks whose right answer may be that there is none."),
        min_value=0,
        max_value=1,
        step_size=0.01,
    )

    sealed_share = forms.FloatField(
        label=_("Share of sealed lineages"),
        min_value=0,
        max_value=1,
        step_size=0.01,
        help_text=_("0 to 1. Their answers stay on the server; the files hold a commitment to each."),
    )
    cutoff = forms.DateField(
        label=_("Cutoff"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Lineages with a successor published after this day are the temporal holdout. Empty: none."),
    )
    calibration = forms.BooleanField(
        label=_("Keep measured pairs apart"),
        required=False,
        help_text=_("Lineages of pairs on which people are measured become a split of their own, never scored."),
    )

    def __init__(self, *args: Any, **facts: Any) -> None:
        """One more field for each task type: how many instances of it, where that is not what holds for all."""
        super().__init__(*args, **facts)
        for task in SPECS:
            field = forms.IntegerField(label=TASKS[task], min_value=1, required=False)
            self.fields[f"{OF_TASK}{task}"] = field

    @classmethod
    def of(cls, release: Release, data: Mapping[str, Any] | None = None) -> "PlanForm":
        """The form of a draft; `data` is what was sent."""
        plan = read_plan(release.plan, release.seed)
        parts = {name: getattr(plan, name) for name in EXAM} | {name: getattr(plan.splits, name) for name in SPLITS}
        facts = {name: getattr(release, name) for name in FACTS}
        tasks = {f"{OF_TASK}{task}": most for task, most in plan.tasks.items()}
        return cls(data, initial={**facts, **parts, **tasks})

    def facts(self) -> dict[str, Any]:
        """The fields as the service takes them."""
        sent = self.cleaned_data
        tasks = {task: sent[f"{OF_TASK}{task}"] for task in SPECS if sent[f"{OF_TASK}{task}"] is not None}
        cutoff = sent["cutoff"].isoformat() if sent["cutoff"] else None
        splits = {**{name: sent[name] for name in SPLITS}, "cutoff": cutoff}
        plan = {**{name: sent[name] for name in EXAM}, "tasks": tasks, "splits": splits}
        return {**{name: sent[name] for name in FACTS if name in sent}, "plan": plan}

    def main_fields(self) -> list[Any]:
        return [field for field in self if not field.name.startswith(OF_TASK)]

    def has_task_wish(self) -> bool:
        return any(field.value() for field in self.task_fields())

    def task_fields(self) -> list[Any]:
        return [field for field in self if field.name.startswith(OF_TASK)]


class WithdrawForm(forms.Form):
    """Say that a release should no longer be used."""

    reason = forms.CharField(
        label=_("Why it is withdrawn"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Everybody who uses the release reads it. It cannot be taken back, and no file is deleted."),
    )


class ErratumForm(forms.Form):
    """Say what is wrong with a release, or with one of its records."""

    text = forms.CharField(
        label=_("What is wrong"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The release stays as it is; the next one can put it right and name this as its reason."),
    )
    table = forms.ChoiceField(
        label=_("Table"), required=False, choices=[("", _("the whole release")), *((name, name) for name in TABLES)]
    )
    record = forms.CharField(
        label=_("Record"), required=False, max_length=400, help_text=_("Its id, such as yolo__yolov2.")
    )
