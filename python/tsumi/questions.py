"""Questions to the library in JSON, as docs/interface.md describes them."""

from __future__ import annotations

import json
from typing import Any

from . import _tsumi
from .errors import InputError, InternalError, OutOfMemory

#: Bytes of the tables.
MEMORY = 256 << 20


def bytes_of(memory: int | str) -> int:
    """An amount of memory."""
    return _tsumi.bytes(memory if isinstance(memory, str) else f"{memory}B")


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
