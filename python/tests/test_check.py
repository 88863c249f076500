"""Certificates and the checker."""

import errno
from pathlib import Path

import pytest
from conftest import NINE, NONE

import tsumi


def certificate(position: str) -> tsumi.Certificate:
    found = tsumi.solve(position).certificate
    assert found is not None
    return found


def test_what_is_accepted() -> None:
    given = certificate(NINE)
    verified = tsumi.check(given)
    assert verified.claims == tuple(given.claims) and "mate 9" in verified.claims
    assert (verified.entries, verified.attacker) == (given.entries, "black")
    assert verified.position == NINE
    assert tsumi.check(certificate(NONE)).claims == ("nomate",)


def test_a_text_and_a_file(tmp_path: Path) -> None:
    given = certificate(NINE)
    path = tmp_path / "nine.tsc"
    path.write_text(given.text())
    assert tsumi.check(given.text()) == tsumi.check(path) == tsumi.check(given)
    assert tsumi.Certificate(given.text()).claims == given.claims
    none = tmp_path / "none.tsc"
    with pytest.raises(FileNotFoundError) as raised:
        tsumi.check(none)
    error = raised.value
    assert (error.errno, error.filename) == (errno.ENOENT, str(none))
    assert "os error" not in str(error)


def test_what_is_refused() -> None:
    text = certificate(NINE).text()
    with pytest.raises(tsumi.CertificateError, match="NOT VERIFIED line") as raised:
        tsumi.check(text.replace("mate 9", "mate 7", 1))
    assert raised.value.line > 0 and raised.value.reason
    lines = text.splitlines(keepends=True)
    with pytest.raises(tsumi.CertificateError):
        tsumi.check("".join(lines[:-2]))
    with pytest.raises(tsumi.CertificateError, match="line 1"):
        tsumi.Certificate("nonsense")
    with pytest.raises(tsumi.CertificateError):
        tsumi.check("")


def test_certificates_are_compared_by_what_they_say() -> None:
    given, other = certificate(NINE), certificate(NONE)
    again = tsumi.Certificate(given.text())
    assert given == again and hash(given) == hash(again)
    assert given != other and given != given.text()
    assert repr(given) == "Certificate('mate 9', entries=8)"


def test_what_is_no_certificate() -> None:
    for wrong in (None, 7, b"text"):
        with pytest.raises(TypeError, match="a certificate, its text or a Path"):
            tsumi.check(wrong)  # type: ignore[arg-type]


def test_a_check_that_is_stopped() -> None:
    stop = tsumi.Stop()
    stop.set()
    with pytest.raises(tsumi.Stopped):
        tsumi.check(certificate(NINE), stop=stop)
