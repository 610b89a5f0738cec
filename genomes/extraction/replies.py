"""The shape of what an endpoint answers, and of what a language model writes in it."""

import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

LONGEST_CONTENT = 2000
LONGEST_QUOTE = 4000
_FENCED = re.compile(r"\s*```(?:json)?\s*\n(.*)\n\s*```\s*", re.DOTALL)

Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_CONTENT)]


class Model(BaseModel):
    """Fields that we do not know are nobody's business."""

    model_config = ConfigDict(extra="ignore")


class Quote(Model):
    quote: str = Field(min_length=1, max_length=LONGEST_QUOTE)
    before: str = Field(default="", max_length=LONGEST_QUOTE)


class Found(Model):
    content: Words
    quotes: list[Quote] = Field(min_length=1, max_length=3)
    why: str = ""
    confidence: float | None = Field(default=None, ge=0, le=1)

    @field_validator("content", "why")
    @classmethod
    def can_be_stored(cls, value: str) -> str:
        if "\x00" in value:
            raise ValueError("must not hold a zero character")
        return value


class Reply(Model):
    """What the language model writes."""

    objects: list[Found] = Field(max_length=40)


class Message(Model):
    content: str | None = None


class Choice(Model):
    message: Message
    finish_reason: str | None = None


class Usage(Model):
    prompt_tokens: int = Field(default=0, ge=0)
    completion_tokens: int = Field(default=0, ge=0)


class Completion(Model):
    """What the endpoint answers around it. Read by us, since compatible endpoints leave out much of the original."""

    choices: list[Choice] = Field(min_length=1)
    usage: Usage | None = None

    @property
    def words(self) -> str:
        return self.choices[0].message.content or ""


def read_reply(words: str) -> Reply:
    """The reply, also when it stands in a fenced block. Raises ValidationError."""
    fenced = _FENCED.fullmatch(words)
    return Reply.model_validate_json(fenced[1] if fenced else words)
