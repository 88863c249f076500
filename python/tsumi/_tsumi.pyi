"""The native part; the package makes objects of what it hands back."""

import builtins
from collections.abc import Callable
from os import PathLike
from typing import Any, Literal, TypedDict, final

__all__ = [
    "Certificate",
    "Hearsay",
    "Problem",
    "Reader",
    "Solver",
    "Standing",
    "Stop",
    "Upper",
    "Verifier",
    "Worker",
    "ask",
    "bytes",
    "check",
    "flag",
    "from_pieces",
    "is_position",
    "limits",
    "one",
    "page",
    "refuted",
    "steps",
    "svg",
    "threads",
    "write",
]

_Length = tuple[int, int, str]
_Checked = tuple[list[str], int, str, str]

class _Found(TypedDict):
    verdict: str
    reason: str | None
    conventional: _Length | None
    raw: _Length | None
    usi: str
    leftover: list[tuple[str, int]]
    nothing_left: str | None
    certificate: Certificate | None
    verified: bool
    nodes: int
    seconds: float
    threads: int
    table: int
    text: str
    japanese: str

class _Judged(TypedDict):
    row: str
    settled: bool
    certificate: Certificate | None
    cooks: list[Certificate]
    outlasting: Certificate | None

@final
class Stop:
    """Ends calls that it was given to, from any thread."""

    def __new__(cls) -> Stop: ...
    def set(self) -> None:
        """Ends the calls that have it, and those that are given it from now on."""
    def is_set(self) -> bool:
        """True when it was set."""

@final
class Problem:
    @property
    def sfen(self) -> str: ...
    @property
    def file(self) -> str: ...
    def json(self) -> str: ...
    @staticmethod
    def from_json(text: str, file: str) -> Problem: ...

@final
class Reader:
    def __new__(
        cls,
        path: str | PathLike[str],
        data: builtins.bytes | str | None,
        attacker: str | None,
        rest: bool,
    ) -> Reader: ...
    def next(self) -> Problem | None: ...

@final
class Certificate:
    def __new__(cls, text: str) -> Certificate: ...
    @property
    def claims(self) -> list[str]: ...
    @property
    def entries(self) -> int: ...
    def text(self) -> str: ...
    def check(self, stop: Stop | None = None) -> _Checked: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Solver:
    def __new__(cls, memory: int, threads: int, problems: int, proofs: bool) -> Solver: ...
    @property
    def workers(self) -> int: ...
    def end(self) -> None: ...
    def solve(
        self,
        problem: Problem,
        shortest: str,
        time: float | None,
        nodes: int | None,
        leftover: str | None,
        stop: Stop | None = None,
        on_progress: Callable[[dict[str, Any]], object] | None = None,
    ) -> _Found: ...

@final
class Verifier:
    def __new__(
        cls,
        memory: int,
        threads: int,
        problems: int,
        profile: str,
        futile: str,
        cooks: str,
        time: float | None,
        nodes: int | None,
        shortest_raw: bool,
        proofs: bool,
    ) -> Verifier: ...
    @property
    def workers(self) -> int: ...
    def judge(self, problem: Problem, audit: bool, stop: Stop | None = None) -> _Judged: ...
    def end(self) -> None: ...

def ask(request: str, memory: int, threads: int) -> list[str]: ...

_Moves = list[tuple[str, int, int]]

class _Status(TypedDict):
    proof_number: float
    disproof_number: float
    positions: int
    out: int
    mates: int
    nomates: int
    nodes: int
    left: int | None
    line: list[str]

@final
class Standing:
    """What a search of a position has come to."""

    def __new__(
        cls,
        position: str,
        nodes: int,
        pn: int,
        dn: int,
        spent: bool,
        moves: _Moves,
        certificate: str | None,
    ) -> Standing: ...
    @property
    def position(self) -> str: ...
    @property
    def nodes(self) -> int: ...
    @property
    def pn(self) -> int: ...
    @property
    def dn(self) -> int: ...
    @property
    def spent(self) -> bool: ...
    @property
    def moves(self) -> _Moves: ...
    @property
    def certificate(self) -> str | None: ...

@final
class Hearsay:
    """Numbers that one worker tells the others."""

    def __new__(cls, told: builtins.bytes) -> Hearsay: ...
    def __len__(self) -> int: ...
    def __bytes__(self) -> builtins.bytes: ...

@final
class Worker:
    """Searches positions of one problem on one table; several threads may call it at a time."""

    def __new__(cls, problem: Problem, memory: int, threads: int) -> Worker: ...
    def learn(self, certificate: str) -> None: ...
    def tell(self) -> Hearsay: ...
    def hear(self, hearsay: Hearsay) -> None: ...
    def stand(
        self, position: str, nodes: int, pn: int, dn: int, stop: Stop | None = None
    ) -> Standing: ...

@final
class Upper:
    """The upper proof tree of a problem."""

    def __new__(cls, problem: Problem, least_nodes: int | None = None) -> Upper: ...
    @property
    def verdict(self) -> Literal["mate", "nomate"] | None: ...
    def next_leaf(self, worker: int) -> tuple[int, str, int, int, int] | None: ...
    def give_back(self, task: int, worker: int, standing: Standing) -> str | None: ...
    def lost(self, task: int) -> None: ...
    def recall(self, standing: Standing) -> str | None: ...
    def moot(self) -> list[int]: ...
    def status(self) -> _Status: ...
    def compose(self, fetch: Callable[[str], str | None]) -> Certificate: ...
    def outline(self, most: int) -> str: ...

def bytes(text: str) -> int: ...
def check(
    text: str | None = None, path: str | PathLike[str] | None = None, stop: Stop | None = None
) -> _Checked: ...
def flag(name: str, given: bool) -> bool: ...
def from_pieces(pieces: builtins.bytes, hands: builtins.bytes, white: bool) -> str: ...
def is_position(text: str) -> bool: ...
def limits(
    time: float | None = None, nodes: int | None = None
) -> tuple[float | None, int | None]: ...
def one(text: str, attacker: str | None = None) -> Problem: ...
def page(
    problem: Problem,
    line: str,
    length: tuple[int, bool],
    certificate: Certificate | None,
    verdict: tuple[str, str],
    japanese: bool,
) -> str: ...
def refuted(certificate: Certificate) -> str | None: ...
def steps(position: str, line: str) -> str: ...
def svg(problem: Problem) -> str: ...
def threads(given: int) -> int: ...
def write(problems: list[Problem], format: str) -> str: ...
