"""What can go wrong, as exceptions.

Everything that tsumi itself has to say is a :class:`TsumiError`. An argument of the wrong type or
out of range is a plain ``TypeError`` or ``ValueError``. A file of problems that cannot be opened is
an :class:`InputError`, the file of a certificate or of a cluster an ``OSError``.
"""

from __future__ import annotations


class TsumiError(Exception):
    """The base of all exceptions of tsumi."""


class InputError(TsumiError, ValueError):
    """A text that cannot be read, or a position that is no problem.

    ``str()`` shows the place, the line with a mark below it, and the hint.

    Attributes:
        japanese: the same text in Japanese.
        message: what is wrong, in English, without the place.
        file: the name of the input.
        line: the line at fault, from 1; ``None`` where the input as a whole is meant.
        column: the column in characters, from 1; ``None`` where the line as a whole is meant.
        hint: what to do about it, or ``None``.
        id: the id of the problem, where it is known.
    """

    def __init__(
        self,
        text: str,
        japanese: str,
        message: str,
        file: str,
        line: int | None,
        column: int | None,
        hint: str | None,
        id: str | None,
    ) -> None:
        super().__init__(text, japanese, message, file, line, column, hint, id)
        self.japanese = japanese
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.hint = hint
        self.id = id

    def __str__(self) -> str:
        return str(self.args[0])


class CertificateError(TsumiError, ValueError):
    """A text that is no certificate, or one that does not prove what it claims.

    Attributes:
        line: the first line at fault, from 1.
        reason: what is wrong there.
    """

    def __init__(self, text: str, line: int, reason: str) -> None:
        super().__init__(text, line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return str(self.args[0])


class Stopped(TsumiError):
    """A check was ended by its `stop`; it says nothing of the certificate."""


class OutOfMemory(TsumiError, MemoryError):
    """The system does not give the memory that was asked for."""


class InternalError(TsumiError, RuntimeError):
    """A defect of tsumi; please report it with the position."""
