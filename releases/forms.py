"""The shape of what people send about releases and runs."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from evaluator.canonical import MAX_INTEGER
from releases.provenance import code_version
from releases.services.requesting import LARGEST_SEED, LONGEST_VERSION
from releases.services.scoring import LARGEST_PREDICTIONS, LONGEST_NAME


class ReleaseForm(forms.Form):
    """Ask for a freeze."""

    version = forms.CharField(
        label=_("Version"),
        max_length=LONGEST_VERSION,
        help_text=_("Three numbers. The rule names the least; a higher one may be chosen."),
    )
    notes = forms.CharField(
        label=_("Notes"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Go into the change log of the release."),
    )
    seed = forms.IntegerField(
        label=_("Seed"),
        min_value=0,
        max_value=LARGEST_SEED,
        initial=1,
        help_text=_("The same gold and seed give the same exam, byte for byte."),
    )
    leave_out_disputes = forms.BooleanField(
        label=_("Leave out pairs with an open dispute"),
        required=False,
        help_text=_("Otherwise an open dispute stops the release."),
    )
    allow_changed_code = forms.BooleanField(
        label=_("Freeze although the program has changed"),
        required=False,
        help_text=_("Its files differ from its commit, so others cannot make the same files. The manifest says so."),
    )

    def __init__(self, *args: Any, **facts: Any) -> None:
        """Changed code is asked about only where it is changed."""
        super().__init__(*args, **facts)
        if not code_version().dirty:
            del self.fields["allow_changed_code"]


class PredictionsForm(forms.Form):
    """Hand in predictions on a frozen release."""

    system = forms.CharField(
        label=_("System"),
        max_length=LONGEST_NAME,
        help_text=_("As the leaderboard shall call it."),
    )
    predictions = forms.FileField(
        label=_("Predictions"),
        allow_empty_file=True,  # the service refuses it, with its own words
        help_text=_("JSON Lines, one answer a line, at most 64 MiB. Choose the file or drop it here."),
        widget=forms.FileInput(attrs={"accept": ".jsonl,.ndjson,application/x-ndjson", "data-drop": ""}),
    )
    seed = forms.IntegerField(
        label=_("Seed of the intervals"),
        min_value=0,
        max_value=MAX_INTEGER,
        initial=0,
        required=False,
        help_text=_("0, as on the command line, unless you say otherwise."),
    )

    def clean_seed(self) -> int:
        return self.cleaned_data["seed"] or 0

    def facts(self) -> dict[str, Any]:
        """The fields as the service takes them."""
        return {
            "system": self.cleaned_data["system"],
            "data": self.cleaned_data["predictions"].read(LARGEST_PREDICTIONS + 1),
            "seed": self.cleaned_data["seed"],
        }
