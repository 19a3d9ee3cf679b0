"""A policy for any environment with a mask: greycells evaluate pettingzoo:examples/random_policy.py:choose"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

RANDOM = np.random.default_rng(7)


def choose(observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> int:
    """Any legal action. A policy that has learnt something looks at the observation."""
    del observation
    return int(RANDOM.choice(np.flatnonzero(action_mask)))
