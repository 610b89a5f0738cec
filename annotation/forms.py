"""The shape of what people type about projects, members and guidelines."""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from annotation.models import Guideline, GuidelineNote, Project, Role, Stage, User
from annotation.wording import SECTION_WORDS


class FirstAdminForm(BaseUserCreationForm):  # type: ignore[type-arg]  # the class takes no parameter at run time
    """Name and password, typed twice, of the first administrator."""

    class Meta:
        model = User
        fields = ("username",)


class WordsField(forms.CharField):
    """Words separated by commas, as a list without repeats."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> list[str]:
        text: str = super().clean(value)
        return list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))


class DomainsField(forms.CharField):
    """Construction domain = arena domain, one to a line, as a mapping."""

    widget = forms.Textarea

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(f"{own} = {arena}" for own, arena in value.items()) if isinstance(value, dict) else value

    def clean(self, value: Any) -> dict[str, str]:
        domains = {}
        for number, line in enumerate(super().clean(value).splitlines(), 1):
            own, sign, arena = (part.strip() for part in line.partition("="))
            if line.strip() and not (own and sign and arena):
                message = _("Line %(number)s should read: construction domain = arena domain.")
                raise forms.ValidationError(message, code="line", params={"number": number})
            if own:
                domains[own] = arena
        return domains


class ProjectForm(forms.ModelForm):  # type: ignore[type-arg]  # the class takes no parameter at run time
    """The facts of a project that its admins change."""

    lease_hours = forms.IntegerField(
        label=_("Hours a unit is held"),
        help_text=_("Without a sign of work for this long, the unit goes to the next person."),
        initial=4,
        validators=[MinValueValidator(1), MaxValueValidator(24 * 14)],
    )
    reservation_days = forms.IntegerField(
        label=_("Days an assigned unit waits"),
        help_text=_("Not opened for this long, it goes to the next person."),
        initial=7,
        validators=[MinValueValidator(1), MaxValueValidator(60)],
    )
    domains = DomainsField(
        label=_("Domains"),
        required=False,
        help_text=_("One to a line: construction domain = arena domain."),
    )

    class Meta:
        model = Project
        fields = [
            "name", "description", "licence", "overlap", "object_length_limit", "wants_second_reader", "domains",
            "wants_suggestions",
            "may_send_texts", "may_send_restricted_texts",
        ]  # fmt: skip
        help_texts = {
            "overlap": _("How many people label each pair outside all stages, independently."),
            "object_length_limit": _("A longer object is flagged, never changed."),
            "licence": _("For example CC-BY-4.0; a release needs one."),
            "wants_second_reader": _(
                "Another annotator types each genome that is handed in, blind to the first typing; it can be paired"
                " then. Genomes that wait already go on waiting when this is switched off."
            ),
        }
        widgets = {"description": forms.Textarea(attrs={"rows": 3})}

    field_order = [
        "name", "description", "licence", "overlap", "lease_hours", "reservation_days", "object_length_limit",
        "wants_second_reader", "wants_suggestions", "domains", "may_send_texts", "may_send_restricted_texts",
    ]  # fmt: skip

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.instance.pk:
            self.initial["lease_hours"] = max(1, round(self.instance.lease / timedelta(hours=1)))
            self.initial["reservation_days"] = max(1, round(self.instance.reservation / timedelta(days=1)))

    def facts(self) -> dict[str, Any]:
        """The fields as the service takes them."""
        facts = dict(self.cleaned_data)
        facts["lease"] = timedelta(hours=facts.pop("lease_hours"))
        facts["reservation"] = timedelta(days=facts.pop("reservation_days"))
        return facts

    def _post_clean(self) -> None:
        """Leave the instance alone: the service writes it and validates it."""


class NewProjectForm(forms.Form):
    """What a project cannot be without; the rest is set on its settings page."""

    name = forms.CharField(label=_("Name"), max_length=200)
    slug = forms.SlugField(
        label=_("Short name"),
        max_length=50,
        help_text=_("Appears in addresses; cannot be changed later."),
    )
    wants_second_reader = forms.BooleanField(
        label=_("A second reader types every genome"),
        required=False,
        initial=True,
        help_text=_("Blind to the first typing. It takes two annotators; it can be changed later."),
    )


class MemberForm(forms.Form):
    """Give somebody who has an account a role."""

    username = forms.CharField(label=_("User name"), max_length=150)
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)
    expertise = WordsField(label=_("Knows the domains"), required=False, help_text=_("Separated by commas."))


class AccountForm(MemberForm):
    """Make an account and give it a role."""

    email = forms.EmailField(label=_("Email"), required=False)

    field_order = ["username", "email", "role", "expertise"]


class MemberChangeForm(forms.Form):
    """All roles of one member, and what they know."""

    roles = forms.MultipleChoiceField(
        label=_("Roles"), choices=Role.choices, required=False, widget=forms.CheckboxSelectMultiple
    )
    expertise = WordsField(label=_("Knows the domains"), required=False)


class NotesField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # as above
    """Notes to the guideline, by the beginning of their words; the service takes their ids."""

    def label_from_instance(self, obj: GuidelineNote) -> str:
        return str(obj)

    def clean(self, value: Any) -> Any:
        return [note.pk for note in super().clean(value)]


class GuidelineForm(forms.ModelForm):  # type: ignore[type-arg]  # the class takes no parameter at run time
    """The next version of the guideline; `based_on` is the version that was read for it."""

    based_on = forms.IntegerField(widget=forms.HiddenInput)
    notes = NotesField(
        label=_("Notes that this version takes in"),
        queryset=GuidelineNote.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("They then no longer stand below the guideline."),
    )

    class Meta:
        model = Guideline
        fields = ["body", "note", "must_be_read"]
        widgets = {"body": forms.Textarea(attrs={"rows": 24, "spellcheck": "true"})}
        help_texts = {
            "note": _("In a line, for people who have read the version before."),
            "must_be_read": _("Annotators are asked on My work and handed nothing new until they say that they have."),
        }

    field_order = ["body", "note", "notes", "must_be_read", "based_on"]

    def __init__(self, project: Project, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # A project is made with its first version, so what is written here always changes something.
        self.fields["note"].required = True
        notes = self.fields["notes"]
        assert isinstance(notes, NotesField)
        notes.queryset = project.guideline_notes.filter(taken_in=None)
        if not project.guideline_notes.filter(taken_in=None).exists():
            del self.fields["notes"]

    def _post_clean(self) -> None:
        """Leave the instance alone: the service makes it and validates it."""


class NoteForm(forms.ModelForm):  # type: ignore[type-arg]  # the class takes no parameter at run time
    """A note to the guideline."""

    about_field = forms.ChoiceField(
        label=_("About"), required=False, choices=[("", _("the whole guideline")), *SECTION_WORDS.items()]
    )

    class Meta:
        model = GuidelineNote
        fields = ["text", "about_field"]
        widgets = {"text": forms.Textarea(attrs={"rows": 4})}

    def _post_clean(self) -> None:
        """Leave the instance alone: the service makes it and validates it."""


class AwayForm(forms.Form):
    """From when to when a person is away; nothing: they are not."""

    away_from = forms.DateField(
        label=_("Away from"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    away_until = forms.DateField(
        label=_("Last day away"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Empty: until you say that you are back."),
    )


class TakingPartForm(AwayForm):
    """What an admin says of an annotator's part in the work."""

    weekly_limit = forms.IntegerField(label=_("Units a week, at most"), required=False, min_value=1, max_value=1000)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["away_until"].help_text = _("Empty: until it is taken back.")


class PauseForm(forms.Form):
    """Why somebody is handed nothing; they are told."""

    note = forms.CharField(label=_("Why; they read it"), required=False, max_length=300)


class StageForm(forms.Form):
    """A stage of the work. `confirmed` is the number of labels whose effect has been read."""

    name = forms.CharField(label=_("Name"), max_length=60)
    overlap = forms.IntegerField(label=_("Labels per pair"), min_value=1, max_value=9)
    confirmed = forms.IntegerField(required=False, widget=forms.HiddenInput)


class UnitPlanForm(forms.Form):
    """How urgent a unit is, when it is due, and where it belongs."""

    priority = forms.IntegerField(label=_("Priority"), min_value=-100, max_value=100)
    due = forms.DateField(
        label=_("Due"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    stage = forms.ModelChoiceField(
        label=_("Stage"), required=False, queryset=Stage.objects.none(), empty_label=_("no stage")
    )

    def __init__(self, *args: Any, project: Project, **options: Any) -> None:
        super().__init__(*args, **options)
        stages: Any = self.fields["stage"]
        stages.queryset = project.stages.all()


class DistributeForm(forms.Form):
    """Over whom units are distributed, and how many each gets at most."""

    people = forms.TypedMultipleChoiceField(label=_("People"), coerce=int, widget=forms.CheckboxSelectMultiple)
    most = forms.IntegerField(
        label=_("At most so many each"), required=False, min_value=1, max_value=1000, help_text=_("Empty: any number.")
    )

    def __init__(self, *args: Any, choices: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        people: Any = self.fields["people"]
        people.choices = choices
