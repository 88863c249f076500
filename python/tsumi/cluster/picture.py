"""The upper proof tree as a web page: one file, without a script."""

from __future__ import annotations

import json
import os
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import _tsumi
from ..problem import Problem
from .files import check_folder, write_part

if TYPE_CHECKING:
    from .master import Progress

#: The first line of a picture, by which it is known.
_MARK = "<!doctype html><!-- tsumi.cluster -->"
#: Positions in a picture.
_MOST = 400
#: From this proof or disproof number on a worker says that its table has the answer.
_SURE = 1e6

_STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 1.5rem auto; padding: 0 1rem; max-width: 60rem; }
h1 { font-size: 1.2rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
details, .leaf { margin-left: 1.1rem; border-left: 1px solid #8885; padding-left: .4rem; }
.leaf { padding-left: 1.35rem; }
summary { cursor: pointer; }
.mate b { color: #17803d; } .nomate b { color: #b3261e; }
.best > summary b, .leaf.best b { text-decoration: underline; }
small { opacity: .75; font-variant-numeric: tabular-nums; }
@media (prefers-color-scheme: dark) { .mate b { color: #6fd08c; } .nomate b { color: #ff8a80; } }
"""


def check_place(path: Path) -> None:
    """Refuses to replace a file that is no picture, and one that cannot be written."""
    check_folder(path)
    if path.exists() and not path.read_text(errors="replace").startswith(_MARK):
        raise ValueError(f"{path}: there is a file of another kind; it is left alone")


def _many(number: float) -> str:
    if number == float("inf"):
        return "∞"
    for unit, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= unit:
            return f"{number / unit:.3g} {name}"
    return f"{number:.3g}"


def _label(row: dict[str, Any]) -> str:
    parts = [{"mate": "mate", "nomate": "no mate", "open": "open"}[row["verdict"]]]
    if row["numbers"] is not None:
        proof, disproof = (number / 16 for number in row["numbers"])
        if max(proof, disproof) < _SURE:
            parts.append(f"proof {_many(proof)}, disproof {_many(disproof)}")
        else:
            parts.append("no mate, says a worker" if proof > disproof else "mate, says a worker")
    parts.append(f"{_many(row['nodes'])} nodes")
    if row["out"]:
        parts.append("out")
    if row["hidden"]:
        parts.append(f"{row['hidden']} not shown")
    move = escape(row["kif"] or "●")
    title = escape(row["sfen"])
    return f'<b title="{title}">{move}</b> <small>{escape("; ".join(parts))}</small>'


def _tree(rows: list[dict[str, Any]]) -> str:
    out: list[str] = []
    open_at: list[int] = []
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        while open_at and open_at[-1] >= row["depth"]:
            open_at.pop()
            out.append("</details>")
        kind = f"{row['verdict']} best" if row["best"] else str(row["verdict"])
        if after is not None and after["depth"] > row["depth"]:
            shown = " open" if row["best"] or row["depth"] < 2 else ""
            out.append(f'<details class="{kind}"{shown}><summary>{_label(row)}</summary>')
            open_at.append(row["depth"])
        else:
            out.append(f'<div class="leaf {kind}">{_label(row)}</div>')
    out.extend("</details>" for _ in open_at)
    return "\n".join(out)


def picture(problem: Problem, upper: _tsumi.Upper, progress: Progress) -> str:
    """The page."""
    verdict = upper.verdict
    said = {"mate": "mate", "nomate": "no mate", None: "open"}[verdict]
    left = "–" if progress.left is None or verdict else f"perhaps {_many(progress.left)}"
    facts = {
        "Verdict": said,
        "Position": problem.sfen,
        "Nodes": f"{_many(progress.nodes)} in {progress.seconds:.0f} s; left: {left}",
        "Positions": f"{progress.positions} here; {progress.mates} mates, "
        f"{progress.nomates} no mates, {progress.out} out",
        "Root": f"proof number {_many(progress.proof_number)}, "
        f"disproof number {_many(progress.disproof_number)}",
        "Lost, refused": f"{progress.lost} tasks, {progress.refused} answers",
    }
    table = "".join(f"<dt>{escape(key)}</dt><dd>{escape(text)}</dd>" for key, text in facts.items())
    name = escape(problem.title or problem.id)
    return (
        f'{_MARK}\n<html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{name}: {said}</title><style>{_STYLE}</style>\n"
        f"<h1>{name}: {said}</h1>\n<dl>{table}</dl>\n"
        f"<p>The {_MOST} positions that have cost most. Underlined: the line to the leaf that goes "
        "out next. Point at a move for its position.</p>\n"
        f"{_tree(json.loads(upper.outline(_MOST)))}\n</html>\n"
    )


def write_picture(path: Path, problem: Problem, upper: _tsumi.Upper, progress: Progress) -> None:
    """Writes the page to a file, whole or not at all."""
    check_place(path)
    os.replace(write_part(path, picture(problem, upper, progress)), path)
