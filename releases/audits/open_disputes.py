"""Nothing in scope is still in dispute, unless the release leaves disputes out by name."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from releases.audits.base import Auditing, Finding


class OpenDisputes(Auditing):
    name = "open_disputes"

    def end(self) -> Iterator[Finding]:
        for pair in self.scene.open_pairs:
            yield Finding(_("The labels differ and nobody has resolved them yet."), f"pair:{pair}")
        for paper in self.scene.open_genomes:
            what = _("Author and second reader type objects differently, and nobody has decided yet.")
            yield Finding(what, f"genome:{paper}")
