"""tsumi solves tsume-shogi (詰将棋), the checkmate problems of shogi.

>>> import tsumi
>>> solution = tsumi.solve("6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1")
>>> solution.verdict, solution.plies
('mate', 9)

Every verdict carries a certificate, an explicit proof that an independent checker has accepted.
docs/python.md in the repository is the manual.
"""

from ._tsumi import Stop
from .certificate import Certificate, Verified, check
from .errors import CertificateError, InputError, InternalError, OutOfMemory, Stopped, TsumiError
from .many import solve_async, solve_many
from .pool import Answers
from .problem import Position, Problem, convert, from_pieces, read
from .problem import Warning as Warning
from .report import (
    Audit,
    AuditedCheck,
    AuditedDefence,
    AuditedPiece,
    Cook,
    Finding,
    Report,
    audit,
    verify,
    verify_many,
)
from .solution import Check, Length, Move, Refutation, Solution, Variation
from .solving import Progress, solve

__version__ = "0.1.0"

# `Warning` is public too, but an import of all names is not to replace Python's own.
__all__ = [
    "Answers",
    "Audit",
    "AuditedCheck",
    "AuditedDefence",
    "AuditedPiece",
    "Certificate",
    "CertificateError",
    "Check",
    "Cook",
    "Finding",
    "InputError",
    "InternalError",
    "Length",
    "Move",
    "OutOfMemory",
    "Position",
    "Problem",
    "Progress",
    "Refutation",
    "Report",
    "Solution",
    "Stop",
    "Stopped",
    "TsumiError",
    "Variation",
    "Verified",
    "audit",
    "check",
    "convert",
    "from_pieces",
    "read",
    "solve",
    "solve_async",
    "solve_many",
    "verify",
    "verify_many",
]
