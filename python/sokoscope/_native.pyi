"""The compiled half of the package."""

import os
from collections.abc import Callable, Sequence
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

class LevelError(ValueError):
    """A level that cannot be read, with its place: line and column from 1."""

    file: str | None
    level: int | None
    line: int | None
    column: int | None
    problems: list[dict[str, Any]]

class MoveError(ValueError):
    """Moves that cannot be read, or that the referee refuses."""

    column: int | None

@final
class Level:
    """A playable level. It never changes."""

    title: str | None
    author: str | None
    number: int
    solutions: list[str]
    def __init__(self, text: str) -> None: ...
    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def n_boxes(self) -> int: ...
    @property
    def n_goals(self) -> int: ...
    @property
    def id(self) -> str: ...
    @property
    def exact_id(self) -> str: ...
    def symbols(self) -> NDArray[np.uint8]: ...
    def dead_squares(self) -> NDArray[np.bool_]: ...
    def floor(self) -> NDArray[np.bool_]: ...
    def verify(self, moves: str) -> Solution: ...

@final
class Solution:
    """A solution that the referee has replayed."""

    lurd: str
    moves: int
    pushes: int
    box_lines: int
    box_changes: int
    pushing_sessions: int
    optimal: str | None

@final
class Report:
    """How a run of an engine ended. It is true if there is a solution."""

    outcome: str
    reason: str | None
    solution: Solution | None
    lower_bound: int | None
    bound_measure: str | None
    engine: str
    expanded: int
    seconds: float
    def __bool__(self) -> bool: ...

@final
class Graph:
    """All states that pushes lead to; state 0 is the start."""

    stopped: str | None
    keys: NDArray[np.uint64]
    row_starts: NDArray[np.uint64]
    targets: NDArray[np.uint32]
    depth: NDArray[np.uint32]
    to_go: NDArray[np.int32]
    @property
    def n_states(self) -> int: ...
    @property
    def n_edges(self) -> int: ...
    def __len__(self) -> int: ...
    def level(self, state: int) -> Level: ...
    def symbols(self, states: NDArray[np.int64]) -> NDArray[np.uint8]: ...

def loads(text: str, *, skip_bad: bool = False) -> list[Level]: ...
def load(
    path: str | os.PathLike[str], *, skip_bad: bool = False, threads: int = 0
) -> list[Level]: ...
def builtin(name: str) -> list[Level]: ...
def analyse(level: Level) -> dict[str, int | None]: ...
def generate(
    n: int = 1,
    *,
    width: int = 8,
    height: int = 8,
    boxes: int = 2,
    min_pushes: int = 4,
    seed: int = 0,
) -> list[Level]: ...
def solve(
    level: Level,
    *,
    engine: str | None = None,
    goal: str = "any",
    time: float | None = None,
    memory: int | None = None,
    expansions: int | None = None,
    threads: int = 1,
    seed: int | None = None,
    progress: Callable[[str, float, int, int], object] | None = None,
) -> Report: ...
def solve_many(
    levels: Sequence[Level],
    *,
    engine: str | None = None,
    goal: str = "any",
    time: float | None = None,
    memory: int | None = None,
    expansions: int | None = None,
    threads: int = 0,
    progress: Callable[[int, int], object] | None = None,
) -> list[Report]: ...
def optimise(
    level: Level,
    moves: str,
    *,
    metrics: str = "pushes,moves",
    time: float | None = None,
    memory: int | None = None,
    expansions: int | None = None,
    progress: Callable[[str, float, int, int], object] | None = None,
) -> Solution: ...
def explore(
    level: Level,
    *,
    max_states: int | None = None,
    time: float | None = None,
    memory: int | None = None,
    threads: int = 0,
    progress: Callable[[str, float, int, int], object] | None = None,
) -> Graph: ...
def dataset(
    source: tuple[str, list[tuple[int, Level]]] | os.PathLike[str],
    out: os.PathLike[str],
    *,
    max_states: int,
    sample: int | None,
    seed: int,
    keep_dead_squares: bool,
    threads: int,
    skip_bad: bool,
    progress: Callable[[float, int, int], object] | None,
) -> tuple[int, int, int]: ...

@final
class Batch:
    """Games that are stepped at once; SokoscopeEnv and SokoscopeVec stand on it."""

    def __init__(
        self,
        levels: Any,
        n: int,
        *,
        observation: str,
        cell: int,
        rewards: Sequence[float],
        max_steps: int | None,
        order: str,
        graph_states: int,
    ) -> None: ...
    @property
    def frame_shape(self) -> list[int]: ...
    def reset(self, seeds: Sequence[int | None], frames: NDArray[np.uint8]) -> None: ...
    def reset_one(
        self, seat: int, seed: int | None, level: int | None, frames: NDArray[np.uint8]
    ) -> None: ...
    def step(
        self,
        actions: NDArray[np.int64],
        frames: NDArray[np.uint8],
        rewards: NDArray[np.float64],
        terminated: NDArray[np.bool_],
        truncated: NDArray[np.bool_],
    ) -> None: ...
    def step_one(
        self, action: int, frames: NDArray[np.uint8]
    ) -> tuple[float, bool, bool]: ...
    def foresee(
        self,
        dead: NDArray[np.bool_] | None,
        distance: NDArray[np.int32] | None,
        mask: NDArray[np.int8] | None,
    ) -> None: ...
    def level(self, seat: int) -> tuple[Level, int | None]: ...
    def counts(self, seat: int) -> tuple[int, int, int]: ...
    def symbols(self, seat: int) -> NDArray[np.uint8]: ...
    def picture(self, seat: int, cell: int) -> NDArray[np.uint8]: ...
