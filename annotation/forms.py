"""The shape of what people type about projects, members and guidelines."""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from annotation.models import Guideline, Project, Role, User


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
    domains = DomainsField(
        label=_("Domains"),
        required=False,
        help_text=_("One to a line: construction domain = arena domain."),
    )

    class Meta:
        model = Project
        fields = [
            "name", "description", "licence", "overlap", "object_length_limit", "wants_second_reader", "domains",
            "may_send_texts", "may_send_restricted_texts",
        ]  # fmt: skip
        help_texts = {
            "overlap": _("How many people label each new unit, independently."),
            "object_length_limit": _("A longer object is flagged, never changed."),
            "licence": _("For example CC-BY-4.0; a release needs one."),
            "wants_second_reader": _(
                "Another annotator types each genome that is handed in, blind to the first typing; it can be paired"
                " then. Genomes that wait already go on waiting when this is switched off."
            ),
        }
        widgets = {"description": forms.Textarea(attrs={"rows": 3})}

    field_order = [
        "name", "description", "licence", "overlap", "lease_hours", "object_length_limit", "wants_second_reader",
        "domains", "may_send_texts", "may_send_restricted_texts",
    ]  # fmt: skip

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.instance.pk:
            self.initial["lease_hours"] = max(1, round(self.instance.lease / timedelta(hours=1)))

    def facts(self) -> dict[str, Any]:
        """The fields as the service takes them."""
        facts = dict(self.cleaned_data)
        facts["lease"] = timedelta(hours=facts.pop("lease_hours"))
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


class GuidelineForm(forms.ModelForm):  # type: ignore[type-arg]  # the class takes no parameter at run time
    """The next version of the guideline; `based_on` is the version that was read for it."""

    based_on = forms.IntegerField(widget=forms.HiddenInput)

    class Meta:
        model = Guideline
        fields = ["body", "note"]
        widgets = {"body": forms.Textarea(attrs={"rows": 24, "spellcheck": "true"})}

    def _post_clean(self) -> None:
        """Leave the instance alone: the service makes it and validates it."""
