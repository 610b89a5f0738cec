"""What became of each exam instance: right, wrong with its failed fields, or not answered and why."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from evaluator.answers import AnswerSchemas, field_results
from evaluator.predictions import Prediction
from evaluator.schema import ExamInstance
from evaluator.tasks import TASKS
from evaluator.vocabulary import Axis, Dynamics, ErrorClass, Match, PredictionStatus


class Result(StrEnum):
    """Exactly one per instance. RIGHT and WRONG are answered; every other counts as not right, and apart."""

    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"
    NO_RESPONSE = "no_response"
    API_ERROR = "api_error"
    BUDGET_EXHAUSTED = "budget_exhausted"
    UNPARSEABLE = "unparseable"
    SCHEMA_VIOLATION = "schema_violation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one instance. `fields`: field → right, in the task's order, empty unless answered.

    `failed` is the first wrong field, `error` its class; `confidence` is the system's own, 0 to 1.
    `dynamics` is (gold, given) where the task asks for one dynamics and it was answered with one of the six.
    `cluster` is what is resampled together: the trace, else the pair, else the instance.
    """

    id: str
    task: str
    axis: Axis
    cluster: str
    result: Result
    fields: Mapping[str, bool]
    failed: str | None = None
    error: ErrorClass | None = None
    dynamics: tuple[Dynamics, Dynamics] | None = None
    confidence: float | None = None

    @property
    def right(self) -> bool:
        return self.result is Result.RIGHT

    @property
    def partial(self) -> float:
        """Share of the task's fields that are right, 0 to 1; 0 when not answered."""
        return sum(self.fields.values()) / len(TASKS[self.task].fields)


def judge(instances: Iterable[ExamInstance], predictions: Mapping[str, Prediction]) -> tuple[Outcome, ...]:
    """One outcome per instance, in the order given. Predictions are by instance id; a missing one is MISSING."""
    schemas = AnswerSchemas()
    return tuple(_judge(instance, predictions.get(instance.id), schemas) for instance in instances)


def _judge(instance: ExamInstance, prediction: Prediction | None, schemas: AnswerSchemas) -> Outcome:
    unanswered = _unanswered(instance, prediction, schemas)
    answer = prediction.answer if prediction is not None and unanswered is None else None
    fields = field_results(instance, answer) if answer is not None else {}
    failed = next((name for name, right in fields.items() if not right), None)
    return Outcome(
        id=instance.id,
        task=instance.task,
        axis=instance.axis,
        cluster=_cluster(instance),
        result=unanswered or (Result.WRONG if failed else Result.RIGHT),
        fields=fields,
        failed=failed,
        error=TASKS[instance.task].fields[failed].error if failed else None,
        dynamics=_dynamics(instance, answer),
        confidence=prediction.confidence if prediction is not None else None,
    )


def _unanswered(instance: ExamInstance, prediction: Prediction | None, schemas: AnswerSchemas) -> Result | None:
    """Why an instance counts as not answered, or None when it was answered."""
    if prediction is None:
        return Result.MISSING
    if prediction.status is not PredictionStatus.OK:
        return Result(prediction.status.value)
    if prediction.answer is None:
        return Result.UNPARSEABLE
    return None if schemas.fits(instance, prediction.answer) else Result.SCHEMA_VIOLATION


def _cluster(instance: ExamInstance) -> str:
    for name in ("trace", "pair"):
        value = instance.metadata.get(name)
        if isinstance(value, str) and value:
            return f"{name}:{value}"
    return f"instance:{instance.id}"


def _dynamics(instance: ExamInstance, answer: Mapping[str, object] | None) -> tuple[Dynamics, Dynamics] | None:
    spec = TASKS[instance.task].fields.get("dynamics")
    if answer is None or spec is None or spec.match is not Match.VALUE:
        return None
    names = {choice.value: choice for choice in Dynamics}
    gold, given = names.get(str(instance.answer["dynamics"])), names.get(str(answer.get("dynamics")))
    return (gold, given) if gold is not None and given is not None else None
