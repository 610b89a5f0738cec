"""The queue at 10,000 pairs, 1,000 of them in dispute, as ratios to 100 ms: `python -m tests.benchmarks.bench_queue`.

Each address is asked as an adjudicator and as an admin, in one process, without the network; the best of five counts.
A busy machine can only make it worse, so the first line, a list without a row, shows what the machine itself costs.
A few guideline questions are open, since counting what a person may see of them costs much more than finding none.
The last lines are what `next` costs, and the page when every pair is in dispute.
"""

from functools import partial
from typing import Any

from tests.benchmarks.bench_units import LIMIT, best, in_a_database

QUESTIONS = 10
ADDRESSES = (
    "", "?queue=labels", "?queue=alignments", "?queue=roles", "?queue=decided", "?queue=questions", "?queue=audits",
    "?page=20", "?q=paper-7+paper-33", "?boundary=mutation-adaptive_radiation&sort=age&degree=1", "?state=reopened",
)  # fmt: skip


def main() -> None:
    in_a_database(measure)


def measure() -> None:
    from django.db import connection
    from django.test import Client

    from adjudication.selectors import offered, queue
    from tests.cast import make_cast
    from tests.house.test_many_pairs import fill

    cast = make_cast()
    ask_questions(cast, fill(cast).unit)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")  # as a server does by itself
    print(f"{len(queue(cast.project, cast.admin).rows)} disputes; limit {LIMIT * 1000:.0f} ms")
    admin = Client()
    admin.force_login(cast.admin)
    tell("a list without a row, for comparison", best(partial(admin.get, "/projects/demo/pairs/?q=nothing-fits")))
    for person in (cast.adjudicator, cast.admin):
        client = Client()
        client.force_login(person)
        for each in ADDRESSES:
            tell(f"{person} {each}", best(partial(client.get, f"/projects/demo/disputes/{each}")))
    tell("next", best(partial(offered, cast.adjudicator, cast.project)))
    dispute_all(connection)
    tell("every pair in dispute", best(partial(client.get, "/projects/demo/disputes/")))


def tell(what: str, seconds: float) -> None:
    print(f"{seconds / LIMIT:6.2f} of the limit  {what}")


def ask_questions(cast: Any, unit: Any) -> None:
    from annotation.models import Comment

    words = {"kind": "question", "spoken_as": "annotator", "body": "Is a loss an object?", "about_field": "dynamics"}
    Comment.objects.bulk_create(Comment(unit=unit, author=cast.annotator1, **words) for _number in range(QUESTIONS))


def dispute_all(connection: Any) -> None:
    """The second label of every pair says something else, written past the trigger that keeps labels as they are."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE diffs_diff DISABLE TRIGGER USER")
        cursor.execute(
            "UPDATE diffs_diff SET decision_key = 'other', dynamics = 'isolation',"
            " decision = jsonb_set(decision, '{dynamics}', '\"isolation\"')"
            " WHERE author_id = (SELECT id FROM annotation_user WHERE username = 'annotator2')"
        )
        cursor.execute("ALTER TABLE diffs_diff ENABLE TRIGGER USER")
        cursor.execute("ANALYZE diffs_diff")


if __name__ == "__main__":
    main()
