"""The program of a cluster: what it prints and how it ends, and the files that it writes."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from conftest import NINE, PROBLEMS
from inside import Inside

import tsumi
from tsumi import _tsumi
from tsumi.cluster import __main__, crew, files, master


def test_a_certificate_replaces_no_file(tmp_path: Path) -> None:
    """Also one that has come since the start; the proof is kept beside it."""
    path, part = tmp_path / "proof.tsc", tmp_path / "proof.tsc.part"
    files.write_new(path, "mine")
    with pytest.raises(FileExistsError, match="proof.tsc.part"):
        files.write_new(path, "other")
    assert (path.read_text(), part.read_text()) == ("mine", "other")


def test_a_certificate_has_its_name_whole_or_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Who is killed just before leaves no empty file."""

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    for name in ("link", "rename", "replace"):
        monkeypatch.setattr(os, name, killed)
    with pytest.raises(KeyboardInterrupt):
        files.write_new(tmp_path / "proof.tsc", "mine")
    assert not (tmp_path / "proof.tsc").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write on")
def test_a_full_disk_leaves_no_piece_of_a_file(tmp_path: Path) -> None:
    part = tmp_path / "proof.tsc.part"
    part.symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space"):
        files.write_new(tmp_path / "proof.tsc", "text")
    assert list(tmp_path.iterdir()) == []


def test_only_the_verdict_is_on_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Prints(Inside):
        def spoil(self, job: crew.Job, standing: _tsumi.Standing) -> _tsumi.Standing:
            print("(raylet) A worker died")
            return standing

    monkeypatch.setattr(master, "Crew", lambda *_, **__: Prints(next(tsumi.read(NINE))))
    assert __main__.main([NINE, "--quiet"]) == 0
    said = capsys.readouterr()
    assert said.out == "mate 9\n" and "(raylet)" in said.err


def test_an_error_that_nobody_thought_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Code 1 would say that the problem is open."""

    def broken(*_: object, **__: object) -> Inside:
        raise LookupError("from Ray")

    monkeypatch.setattr(master, "Crew", broken)
    assert __main__.main([NINE, "--quiet"]) == 2
    assert "LookupError: from Ray" in capsys.readouterr().err


def test_the_manual_has_all_options(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        __main__.main(["--help"])
    options = set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}
    manual = (PROBLEMS.parent / "docs" / "cluster.md").read_text(encoding="utf-8")
    assert len(options) >= 10 and options == set(re.findall(r"\| `(--[a-z]+)`", manual))
