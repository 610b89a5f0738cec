"""What of a text is sought: its words, each apart from the signs around it."""

from django.contrib.postgres.search import SearchVector
from django.db.models import F, Func, TextField, Value
from django.db.models.functions import Left

# Signs that PostgreSQL would keep within a word ("input/output", "-4" of "GPT-4") or take for markup ("<b>").
SIGNS = "+-./:@&<>=?#~_"
# An index holds a MiB of one text at most; what is longer is found by its beginning.
SOUGHT = 100_000


def searchable(name: str, weight: str) -> SearchVector:
    """The words of a text field for a generated column."""
    apart = Func(F(name), Value(SIGNS), Value(" " * len(SIGNS)), function="translate", output_field=TextField())
    return SearchVector(Left(apart, SOUGHT, output_field=TextField()), config="simple", weight=weight)
