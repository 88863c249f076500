"""The examples of docs/python.md, and what the package has copies of."""

import doctest
from pathlib import Path


def test_the_manual() -> None:
    page = Path(__file__).parents[2] / "docs" / "python.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert failed == 0 and tried >= 20


def test_the_licences_are_those_of_the_repository() -> None:
    package = Path(__file__).parents[1]
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        assert (package / "licenses" / name).read_bytes() == (package.parent / name).read_bytes()
