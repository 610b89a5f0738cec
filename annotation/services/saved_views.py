"""Filters of a list kept under a name, for oneself or for all admins of a project."""

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import Project, SavedView, User
from annotation.permissions import can_administer
from annotation.refusal import Fault, Refused
from annotation.services.validation import insert, refuse_invalid

MOST_VIEWS = 50  # of one person on one list


@transaction.atomic
def save_view(*, by: User, project: Project, page: str, name: str, query: str, is_shared: bool = False) -> SavedView:
    """Keep filters under a name; the same name again keeps the newer ones. Raises Refused with every fault."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # two tabs never pass the limit together
    name = name.strip()
    own = SavedView.objects.filter(project=project, owner=by, page=page)
    view = own.filter(name=name).first() or SavedView(project=project, owner=by, page=page, name=name)
    view.query, view.is_shared = query, is_shared
    faults = []
    if is_shared and not can_administer(by, project):
        faults.append(Fault("not_an_admin", _("Only admins share views."), "is_shared"))
    if view.pk is None and own.count() >= MOST_VIEWS:
        message = _("You keep %(most)s views of this list already. Delete one first.") % {"most": MOST_VIEWS}
        faults.append(Fault("too_many", message, "name"))
    if faults:
        raise Refused(faults)
    if view.pk is None:
        refuse_invalid(view)
        insert(view)
    else:
        refuse_invalid(view)
        view.save(update_fields=["query", "is_shared"])
    return view


@transaction.atomic
def delete_view(*, by: User, view: SavedView) -> None:
    """Delete one's own view; a view of somebody else is theirs to delete."""
    if view.owner_id != by.pk:
        raise Refused([Fault("not_yours", _("Only who saved a view deletes it."))])
    view.delete()
