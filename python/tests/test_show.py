"""What a notebook shows."""

import html
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
