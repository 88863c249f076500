"""What a notebook shows."""

import html
import time
import xml.dom.minidom

from conftest import NINE, NONE, PROBLEMS

import tsumi


def test_a_picture() -> None:
    problem = next(tsumi.read(PROBLEMS / "zuko.sfen"))
    for picture in (problem._repr_svg_(), tsumi.solve(NINE)._repr_svg_()):
        document = xml.dom.minidom.parseString(picture)
        assert document.documentElement is not None
        assert document.documentElement.tagName == "svg"


def test_a_board_that_is_played_through() -> None:
    solution = tsumi.solve(NINE)
    page = solution.page()
    assert page.startswith("<!DOCTYPE html>") and 'lang="en"' in page
    assert "mate in 9 plies" in page and '"2d1c+"' in page
    assert 'lang="ja"' in solution.page(japanese=True)
    frame = solution._repr_html_()
    assert frame.startswith("<iframe srcdoc=") and frame.count("<") == 2
    assert html.unescape(frame).count(page) == 1
    assert "escape" in tsumi.solve(NONE).page()
    assert "<svg" in tsumi.solve(next(tsumi.read(PROBLEMS / "zuko.sfen")), nodes=10).page()


def test_a_page_is_not_slower_than_its_solution() -> None:
    """Of zuko-098 it took half a minute, since the words of every defence were made anew."""
    problem = next(p for p in tsumi.read(PROBLEMS / "zuko.sfen") if p.id == "zuko-098")
    solution = tsumi.solve(problem, shortest=False)
    begin = time.process_time()
    solution.page()
    assert time.process_time() - begin < 10


def test_a_table() -> None:
    row = tsumi.solve(NINE).row()
    assert (row["result"], row["plies"], row["plies_lower"], row["leftover"]) == ("mate", 9, 9, 0)
    row = tsumi.solve(NONE).row()
    assert (row["result"], row["plies"], row["leftover"], row["moves"]) == (
        "nomate",
        None,
        None,
        "",
    )
