"""The shape of the files and tables that people bring."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from diffs.tables import MOST_BYTES, MOST_LINES, UnreadableTable, text_of

MOST_LABEL_BYTES = 30 * 1024 * 1024
MOST_ON_A_PAGE = 2_000
MEGABYTE = 1024 * 1024


class TableForm(forms.Form):
    """A table of pairs, as a file or as typed."""

    file = forms.FileField(label=_("Table"), required=False, help_text=_("CSV in UTF-8, as a spreadsheet saves it."))
    text = forms.CharField(
        label=_("or its lines"),
        required=False,
        strip=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(
            attrs={"rows": 6, "spellcheck": "false", "placeholder": "source,target,stage\nyolo,yolov2,Pilot"}
        ),
    )

    def clean(self) -> dict[str, Any]:
        """The text of the table, whichever way it came."""
        sent: dict[str, Any] = super().clean() or {}
        file = sent.get("file")
        if file is None and not (sent.get("text") or "").strip():
            if not self.errors:
                self.add_error("file", _("Choose a file, or type the lines."))
            return sent
        if file is not None:
            if file.size > MOST_BYTES:
                words = {"most": MOST_BYTES // MEGABYTE, "lines": MOST_LINES}
                self.add_error(
                    "file", _("The file is larger than %(most)s MB; at most %(lines)s lines are read.") % words
                )
                return sent
            try:
                sent["text"] = text_of(file.read())
            except UnreadableTable as error:
                self.add_error(
                    "file",
                    _("This is no table: byte or character %(place)s is no text. Save it as CSV in UTF-8.")
                    % error.params,
                )
        return sent


class LabelsForm(forms.Form):
    """A file of labels."""

    file = forms.FileField(
        label=_("File of labels"),
        help_text=_("JSONL or CSV, as it is exported here. The fields are described in docs/labels.md."),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MOST_LABEL_BYTES:
            message = _(
                "The file is larger than %(most)s MB, which a page does not wait for. Whoever runs this site imports"
                " it: manage.py import_labels."
            )
            raise forms.ValidationError(message, params={"most": MOST_LABEL_BYTES // MEGABYTE}, code="too_large")
        return file
