"""Probabilities of many related problems as arrays, for players and analysis that compare many states at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from greycells.extras import need

need("numpy")

import numpy as np
from numpy.typing import NDArray

from greycells.deduction.problem import Count, CountProblem


class ShareArrays(NamedTuple):
    """Shares of many problems: of each card by holder, and of each case file. The first axis is the problem."""

    marginals: NDArray[np.float64]
    joint: NDArray[np.float64]


def arrays_of(problems: Sequence[CountProblem], counts: Sequence[Count[float]]) -> ShareArrays:
    """The shares of problems that were weighed one by one, as arrays."""
    suspects, weapons, rooms = (kind.bit_count() for kind in problems[0].kinds)
    joint = np.zeros((len(counts), suspects, weapons, rooms))
    for grid, count in zip(joint, counts, strict=True):
        for (suspect, weapon, room), share in count.case_files.items():
            grid[suspect, weapon - suspects, room - suspects - weapons] = share
    return ShareArrays(np.array([count.marginals for count in counts]), joint)
