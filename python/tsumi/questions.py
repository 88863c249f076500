"""Questions to the library in JSON, as docs/interface.md describes them."""

from __future__ import annotations

import json
from operator import index
from typing import Any

from . import _tsumi
from .errors import InputError, InternalError, OutOfMemory

#: Bytes of the tables.
MEMORY = 256 << 20
#: The most threads of a search.
MOST_THREADS = 1024


def bytes_of(memory: int | str) -> int:
    """An amount of memory."""
    if isinstance(memory, bool):
        raise TypeError("memory is a number of bytes or a text such as '512M', not a bool")
    return _tsumi.bytes(memory if isinstance(memory, str) else f"{index(memory)}B")


def whole(name: str, number: int, most: int | None = None) -> int:
    """An argument that is a whole number from 1 on."""
    number = index(number)
    if number < 1 or most is not None and number > most:
        wanted = "1 or more" if most is None else f"from 1 to {most}"
        raise ValueError(f"{name} must be {wanted}, not {number}")
    return number


def ask(
    method: str, request: dict[str, Any], event: str, memory: int | str
) -> list[dict[str, Any]]:
    """The events of a name that answer a request."""
    text = json.dumps({"method": method, **request})
    events = [json.loads(text) for text in _tsumi.ask(text, bytes_of(memory), 1)]
    last = events[-1]
    if last["event"] == "error":
        english, japanese = last["message"]["en"], last["message"]["ja"]
        if last["code"] == "memory":
            raise OutOfMemory(english)
        if last["code"] == "internal":
            raise InternalError(english)
        hint = None if last["hint"] is None else last["hint"]["en"]
        raise InputError(
            english, japanese, english, method, last["line"], last["column"], hint, None
        )
    return [found for found in events if found["event"] == event]
