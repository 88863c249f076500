"""Questions to the library in JSON, as docs/interface.md describes them."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from operator import index
from typing import Any

from . import _tsumi
from .errors import InputError, InternalError, OutOfMemory

#: Bytes of the tables.
MEMORY = 256 << 20


def _integer(name: str, wanted: str, number: object) -> int:
    """A whole number of any type."""
    if not isinstance(number, bool):
        with suppress(TypeError):
            return index(number)  # type: ignore[arg-type]
    raise TypeError(f"{name} must be {wanted}, not {number!r}")


def bytes_of(memory: int | str) -> int:
    """An amount of memory."""
    wanted = "a number of bytes or a text such as '512M'"
    if not isinstance(memory, str):
        return _tsumi.bytes(f"{_integer('memory', wanted, memory)}B")
    if re.fullmatch(r"[0-9._]+", memory.strip()):
        # The program takes that for MiB, who writes no quotes means bytes.
        raise ValueError(f"memory must be {wanted}; {memory!r} has no unit")
    return _tsumi.bytes(memory)


def whole(name: str, number: int) -> int:
    """An argument that is a whole number from 1 on."""
    number = _integer(name, "a whole number", number)
    if number < 1:
        raise ValueError(f"{name} must be 1 or more, not {number}")
    return number


def can_be_called(on_progress: object) -> None:
    """Refuses what is no function, before a search would call it."""
    if on_progress is not None and not callable(on_progress):
        raise TypeError(f"on_progress must be a function, not {on_progress!r}")


def ask(
    method: str,
    file: str,
    request: dict[str, Any],
    event: str,
    time: float | None,
    nodes: int | None,
    memory: int | str,
) -> list[dict[str, Any]]:
    """The events of a name that answer a request about a problem of a file."""
    seconds, most = _tsumi.limits(time, nodes)
    limits = {"seconds": seconds, "nodes": most}
    text = json.dumps({"method": method, "limits": limits, **request})
    events = [json.loads(text) for text in _tsumi.ask(text, bytes_of(memory), 1)]
    last = events[-1]
    if last["event"] == "error":
        english, japanese = last["message"]["en"], last["message"]["ja"]
        if last["code"] == "memory":
            raise OutOfMemory(english)
        if last["code"] == "internal":
            raise InternalError(english)
        hint = None if last["hint"] is None else last["hint"]["en"]
        raise InputError(english, japanese, english, file, last["line"], last["column"], hint, None)
    return [found for found in events if found["event"] == event]
