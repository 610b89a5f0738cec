"""Any endpoint that speaks the OpenAI chat protocol: asked part by part, its quotes checked, its replies kept.

The SDK's own retries are off: each attempt is recorded, and a cancelled pass must not wait out a back-off.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from email.utils import parsedate_to_datetime
from typing import Any

import openai
from pydantic import ValidationError

from evaluator.vocabulary import ObjectType
from genomes.extraction import prompts
from genomes.extraction.document import Document, Part, parts_of
from genomes.extraction.provider import (
    Cancelled,
    Exchange,
    Fault,
    Ledger,
    Place,
    Proposal,
    Proposals,
    StopCode,
    Stopped,
)
from genomes.extraction.quotes import Lost, locate
from genomes.extraction.replies import Completion, Found, Reply, read_reply

ASKED_AGAIN = 1  # times that a reply which cannot be read is asked for anew
WORTH_ANOTHER_TRY = frozenset({408, 429, 500, 502, 503, 504, 529})
CHARACTERS_PER_TOKEN = 3  # where the endpoint does not count: rather too many tokens than too few
SMALLEST_REPLY = 64
FAULTS_TOLD = 8
GLANCE = 1.0  # seconds between two looks whether the pass is cancelled

Conversation = list[dict[str, str]]


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    """Where and how to ask. Times are in seconds; `response_format` is json_schema, json_object or text."""

    base_url: str
    model: str
    api_key: str = field(default="", repr=False)
    timeout: float = 120.0
    retries: int = 4
    backoff: float = 2.0
    longest_wait: float = 120.0
    part_characters: int = 12_000
    reply_tokens: int = 4_000
    response_format: str = "json_schema"
    temperature: float | None = None


@dataclass(frozen=True, slots=True)
class _Answer:
    """One attempt: what is recorded of it, and either the reply or what is wrong with the words that were written."""

    exchange: Exchange
    words: str = ""
    reply: Reply | None = None
    wait: float | None = None


class EndpointProvider:
    """Asks a language model for objects of one type."""

    def __init__(self, settings: EndpointSettings, *, version: str = prompts.VERSION) -> None:
        self.settings = settings
        self.model = settings.model
        self.version = version
        self._client = openai.OpenAI(
            base_url=settings.base_url,
            api_key=settings.api_key or "none",  # local endpoints want none, the SDK wants one
            timeout=settings.timeout,
            max_retries=0,
        )

    def parts(self, document: Document) -> list[Part]:
        return parts_of(document, self.settings.part_characters)

    def propose(self, part: Part, object_type: ObjectType, ledger: Ledger) -> Proposals:
        """Ask for one part; a reply that cannot be read is asked for once more, with what is wrong with it."""
        conversation = prompts.messages(part, object_type, self.version)
        for _time in range(1 + ASKED_AGAIN):
            answer = self._answer(conversation, part, ledger)
            if answer.reply is not None:
                return _checked(answer.reply, part)
            conversation = [
                *conversation,
                {"role": "assistant", "content": answer.words},
                {"role": "user", "content": _please_again(answer.exchange.detail)},
            ]
        return Proposals(is_failed=True)

    def _answer(self, conversation: Conversation, part: Part, ledger: Ledger) -> _Answer:
        """Ask until something is answered. Raises Stopped when no further attempt is worth it."""
        for attempt in range(self.settings.retries + 1):
            if ledger.is_cancelled():
                raise Cancelled
            answer = self._attempt(conversation, part, self._reply_tokens(conversation, ledger))
            ledger.keep(answer.exchange)
            fault = answer.exchange.fault
            if fault is None or fault is Fault.BAD_JSON:
                return answer
            wait = self.settings.backoff * 2**attempt if answer.wait is None else answer.wait
            hopeless = fault in (Fault.REFUSED, Fault.STRANGE) or attempt == self.settings.retries
            if hopeless or wait > self.settings.longest_wait:
                raise Stopped(StopCode(fault.value), answer.exchange.status)
            _wait(wait, ledger)
        raise AssertionError("the last attempt returns or raises")

    def _reply_tokens(self, conversation: Conversation, ledger: Ledger) -> int:
        """How long the reply may be. Raises Stopped when the budget does not hold the question and a short reply."""
        left = ledger.tokens_left()
        if left is None:
            return self.settings.reply_tokens
        rest = left - _estimate("".join(each["content"] for each in conversation))
        if rest < SMALLEST_REPLY:
            raise Stopped(StopCode.BUDGET)
        return min(rest, self.settings.reply_tokens)

    def _attempt(self, conversation: Conversation, part: Part, reply_tokens: int) -> _Answer:
        """One request."""
        try:
            response = self._client.chat.completions.with_raw_response.create(
                **self._request(conversation, reply_tokens)
            )
            status, body = response.status_code, response.text
        except openai.APITimeoutError:
            return _Answer(Exchange(part.number, None, "", Fault.TIMEOUT))
        except openai.APIStatusError as error:
            return self._turned_down(error, part)
        except openai.APIConnectionError as error:
            return _Answer(Exchange(part.number, None, "", Fault.UNREACHABLE, type(error.__cause__).__name__))
        return _read(Exchange(part.number, status, self._without_key(body)), body, conversation)

    def _request(self, conversation: Conversation, reply_tokens: int) -> dict[str, Any]:
        request: dict[str, Any] = {
            "model": self.model,
            "messages": conversation,
            "max_completion_tokens": reply_tokens,
        }
        if self.settings.temperature is not None:
            request["temperature"] = self.settings.temperature
        if self.settings.response_format == "json_schema":
            schema = {"name": "idea_objects", "schema": Reply.model_json_schema(), "strict": False}
            request["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif self.settings.response_format == "json_object":
            request["response_format"] = {"type": "json_object"}
        return request

    def _turned_down(self, error: openai.APIStatusError, part: Part) -> _Answer:
        status = error.status_code
        fault = Fault.BUSY if status in WORTH_ANOTHER_TRY else Fault.REFUSED
        exchange = Exchange(part.number, status, self._without_key(error.response.text), fault)
        return _Answer(exchange, wait=_retry_after(error.response.headers))

    def _without_key(self, body: str) -> str:
        """Some endpoints repeat the key in what they answer; it must not get into the record."""
        return body.replace(self.settings.api_key, "[key]") if self.settings.api_key else body


def _read(exchange: Exchange, body: str, conversation: Conversation) -> _Answer:
    """What was answered with status 200."""
    try:
        completion = Completion.model_validate_json(body)
    except ValidationError as error:
        return _Answer(replace(exchange, fault=Fault.STRANGE, detail=_told(error)))
    usage = completion.usage
    exchange = replace(
        exchange,
        tokens_in=usage.prompt_tokens if usage else _estimate("".join(each["content"] for each in conversation)),
        tokens_out=usage.completion_tokens if usage else _estimate(completion.words),
    )
    try:
        return _Answer(exchange, completion.words, read_reply(completion.words))
    except ValidationError as error:
        return _Answer(replace(exchange, fault=Fault.BAD_JSON, detail=_told(error)), completion.words)


def _told(error: ValidationError) -> str:
    """What is wrong, without repeating what was sent."""
    faults = error.errors(include_input=False, include_url=False, include_context=False)
    lines = [f"{'.'.join(map(str, each['loc'])) or 'answer'}: {each['msg']}" for each in faults[:FAULTS_TOLD]]
    return "; ".join(lines)


def _please_again(faults: str) -> str:
    return f"This answer cannot be read: {faults}. Answer once more, with JSON alone, in the shape that was described."


def _checked(reply: Reply, part: Part) -> Proposals:
    """The proposals whose quotes stand in the part; every quote without a place of its own is dropped and counted."""
    lost = dict.fromkeys(Lost, 0)
    found = []
    for each in reply.objects:
        places: list[Place] = []
        for quote in each.quotes:
            place = locate(quote.quote, quote.before, part)
            if isinstance(place, Lost):
                lost[place] += 1
            elif place not in places:
                places.append(place)
        if places:
            found.append(_proposal(each, places))
    return Proposals(tuple(found), lost[Lost.UNVERIFIABLE], lost[Lost.AMBIGUOUS])


def _proposal(found: Found, places: list[Place]) -> Proposal:
    return Proposal(found.content, tuple(places), found.why.strip(), found.confidence)


def _estimate(words: str) -> int:
    return len(words) // CHARACTERS_PER_TOKEN + 1


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the endpoint asks to wait: a number or a date; None when it asks for nothing that makes sense."""
    value = headers.get("retry-after", "").strip()
    if value.isdecimal():
        return float(value)
    try:
        until = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(until.timestamp() - time.time(), 0.0)


def _wait(seconds: float, ledger: Ledger, sleep: Callable[[float], None] = time.sleep) -> None:
    """Wait, but not longer than the pass lives."""
    while seconds > 0:
        sleep(min(seconds, GLANCE))
        seconds -= GLANCE
        if ledger.is_cancelled():
            raise Cancelled
