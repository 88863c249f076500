"""Certificates, and the independent checker that accepts or refuses them."""

from __future__ import annotations

import os
from dataclasses import dataclass

from . import _tsumi

Certificate = _tsumi.Certificate


@dataclass(frozen=True)
class Verified:
    """A certificate that the independent checker has accepted: what it claims is true.

    Attributes:
        claims: what is proved, the verdict first: ``"mate 9"``, ``"beyond 7"`` …
            (docs/certificate.md).
        entries: how many entries were checked.
        position: the position, as the certificate writes it, in SFEN.
        attacker: the side that gives check, ``"black"`` or ``"white"``.
    """

    claims: tuple[str, ...]
    entries: int
    position: str
    attacker: str


def check(
    certificate: Certificate | str | os.PathLike[str], *, stop: _tsumi.Stop | None = None
) -> Verified:
    """Puts a certificate before the independent checker, which searches nothing.

    Args:
        certificate: a certificate, its text, or the path of its file (as a ``Path``), which is
            read as it is checked. One that is compressed (``.tsc.zst``) has to be unpacked first.
        stop: ends the check from another thread.

    Raises:
        CertificateError: it is no certificate, or does not prove what it claims.
        Stopped: the check was ended by `stop`.
        OSError: the file cannot be opened.
    """
    if isinstance(certificate, Certificate):
        checked = certificate.check(stop)
    elif isinstance(certificate, str):
        checked = _tsumi.check(text=certificate, stop=stop)
    elif isinstance(certificate, os.PathLike):
        checked = _tsumi.check(path=certificate, stop=stop)
    else:
        raise TypeError(
            f"a certificate, its text or a Path is checked, not {type(certificate).__name__}"
        )
    claims, entries, position, attacker = checked
    return Verified(tuple(claims), entries, position, attacker)
