"""The parts of Inspect that an example uses."""

from collections.abc import Callable, Sequence

from inspect_ai.dataset import Sample
from inspect_ai.scorer import Scorer
from inspect_ai.solver import Solver

class Task:
    def __init__(self, dataset: Sequence[Sample], *, solver: Solver, scorer: Scorer) -> None: ...

def task(made: Callable[..., Task]) -> Callable[..., Task]: ...
