"""What the tests share."""

from pathlib import Path

import tsumi
from tsumi import cluster

PROBLEMS = Path(__file__).parents[2] / "problems"

#: A mate in nine plies.
NINE = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1"
#: A mate in one ply, by G*5b.
ONE = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
#: The defender is never mated.
NONE = "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1"
#: Tasks of a cluster of so few nodes that the upper tree is deep.
TINY = 200


def accepted(found: cluster.Found) -> None:
    """The certificate proves the verdict of this very problem."""
    assert found.certificate is not None
    verified = tsumi.check(found.certificate.text())
    assert verified.position.split()[:3] == found.problem.sfen.split()[:3]
    assert verified.claims[0].split()[0] == found.verdict
