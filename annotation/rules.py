"""When a unit may be handed out. Pure: no Django."""

OPEN_UNITS_LIMIT = 5  # one person's unfinished units at a time, so that nobody hoards work


def has_place(overlap: int, labels_done: int, held_by_others: int) -> bool:
    """Whether one more person may label a unit that wants `overlap` labels."""
    return labels_done + held_by_others < overlap
