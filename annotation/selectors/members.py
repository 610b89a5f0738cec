"""Members of a project, one row per person."""

from dataclasses import dataclass, field

from annotation.models import Membership, Project, User


@dataclass
class Member:
    user: User
    roles: list[str] = field(default_factory=list)
    role_labels: list[str] = field(default_factory=list)
    expertise: list[str] = field(default_factory=list)


def members_of(project: Project) -> list[Member]:
    """Everyone with a role in the project, by name; one query."""
    members: dict[int, Member] = {}
    for membership in Membership.objects.filter(project=project).select_related("user"):
        member = members.setdefault(membership.user_id, Member(membership.user))
        member.roles.append(membership.role)
        member.role_labels.append(membership.get_role_display())
        member.expertise += [word for word in membership.expertise if word not in member.expertise]
    return list(members.values())
