"""One problem on many machines.

A master keeps the upper proof tree of the problem; workers, on this machine or on others, search
its leaves and give back proofs or numbers. Every certificate that comes back is put before the
independent checker, and so is the one that is made of them all in the end. The machines are those
of a `Ray <https://www.ray.io>`_ cluster; docs/cluster.md in the repository is the manual.
"""

from .master import Found, Progress, solve

__all__ = ["Found", "Progress", "solve"]
