"""What is known of a record's dataclass before any record is read or written: looked up once for each type."""

import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar

T = TypeVar("T")
SCALARS = frozenset({str, int, float, bool, object})


def once(make: Callable[[Any], T]) -> Callable[[Any], T]:
    """functools.cache for functions of a type."""
    return cache(make)


@once
def field_names(kind: type[Any]) -> tuple[str, ...] | None:
    """The fields of a dataclass, None for any other type."""
    return tuple(f.name for f in fields(kind)) if is_dataclass(kind) else None


@once
def field_types(kind: type[Any]) -> Mapping[str, Any]:
    """Field name → its type, of a dataclass."""
    return typing.get_type_hints(kind)


@dataclass(frozen=True, slots=True)
class Part:
    """A field of a dataclass as it is read."""

    name: str
    kind: Any
    has_default: bool
    low: float | None
    high: float | None


@once
def parts_of(kind: type[Any]) -> Mapping[str, Part]:
    """Field name → what is known of it, in order."""
    types = field_types(kind)
    return {
        f.name: Part(
            name=f.name,
            kind=types[f.name],
            has_default=f.default is not MISSING or f.default_factory is not MISSING,
            low=f.metadata.get("minimum"),
            high=f.metadata.get("maximum"),
        )
        for f in fields(kind)
    }


@once
def shape_of(kind: Any) -> tuple[str, Any]:
    """(how it is read, of what): optional, list, mapping, scalar, choice or record."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is UnionType:
        return "optional", next(part for part in inner if part is not NoneType)
    if origin is tuple:
        return "list", inner[0]
    if origin is not None:
        return "mapping", inner[1]
    if kind in SCALARS:
        return "scalar", kind
    return "choice" if issubclass(kind, StrEnum) else "record", kind
