"""Known pairs of the demo, and somebody who is about to qualify on them."""

from adjudication.selectors.gold import gold
from annotation.models import Project, Role, User
from annotation.services import add_member, claim_next, set_calibration
from diffs.models import PaperPair
from diffs.services import mark_known, submit_diff
from evaluator.convert import to_json
from releases.demo import content

ANSWERED = 2  # known pairs that the newcomer has done: the first right, the second not


def load_calibration(*, admin: User, newcomer: User, project: Project) -> None:
    """Mark pairs as known from their gold, and let a newcomer answer some of them.

    Those who have labelled the demo go on at once. Nothing of this is in gold or agreement.
    """
    facts = content.calibration()
    answers = {answer.pair.key: answer for answer in gold(project)}
    mistakes = {}
    for wish in facts["known"]:
        answer = answers[f"{wish['source']}__{wish['target']}"]
        mark_known(by=admin, pair=answer.pair, payload=answer.answer, use=wish["use"], explanation=wish["explanation"])
        mistakes[answer.pair.unit_id] = wish["mistake"]
    set_calibration(by=admin, project=project, **facts["numbers"])
    add_member(by=admin, project=project, user=newcomer, role=Role.ANNOTATOR)
    for number in range(ANSWERED):
        hold = claim_next(person=newcomer, project=project)
        if hold is None:
            raise ValueError("no known pair is left for the newcomer of the demo")
        pair = PaperPair.objects.with_papers().get(unit=hold.unit_id)
        known = to_json(answers[pair.key].answer)
        given = {**known, **mistakes[hold.unit_id]} if number else known
        submit_diff(by=newcomer, pair=pair, payload=given)
