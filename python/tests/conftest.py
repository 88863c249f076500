"""What the tests share."""

from pathlib import Path

PROBLEMS = Path(__file__).parents[2] / "problems"

#: A mate in nine plies.
NINE = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1"
#: A mate in one ply, by G*5b.
ONE = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
#: The defender is never mated.
NONE = "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1"
