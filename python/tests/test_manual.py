"""The examples of docs/python.md."""

import doctest
from pathlib import Path


def test_the_manual() -> None:
    page = Path(__file__).parents[2] / "docs" / "python.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert failed == 0 and tried >= 20
