"""Positions with labels that whole graphs prove, as Parquet."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from . import _native
from ._levels import Levels, RandomLevels, levels_of


class Dataset(NamedTuple):
    """What was written, earlier runs included."""

    #: The folder; ``positions/*.parquet`` in it is the table.
    path: Path
    #: Levels whose positions are in it.
    levels: int
    #: Rows.
    positions: int
    #: Levels with more than ``max_states`` states.
    left_out: int


def dataset(
    levels: Levels,
    out: str | os.PathLike[str],
    *,
    max_states: int = 1_000_000,
    sample: int | None = None,
    seed: int = 0,
    keep_dead_squares: bool = False,
    threads: int = 0,
    skip_bad: bool = False,
    progress: Callable[[float, int, int], object] | None = None,
) -> Dataset:
    """Writes positions as Parquet with labels: lost or not, pushes to go, best pushes.

    It is what ``soko dataset`` writes. The files of a folder are read one by one. What was
    interrupted goes on when it is called again with the same arguments.

    sample: so many positions of each level, drawn at random by ``seed``; all if not said.
    keep_dead_squares: positions with a box on a square from which none reaches a goal, too.
    skip_bad: leave bad levels out instead of raising ``LevelError``.
    progress: is called with the share that is done, the levels and the positions so far.
    """
    path = Path(out)
    n_levels, n_positions, left_out = _native.dataset(
        _source(levels, skip_bad),
        path,
        max_states=max_states,
        sample=sample,
        seed=seed,
        keep_dead_squares=keep_dead_squares,
        threads=threads,
        skip_bad=skip_bad,
        progress=progress,
    )
    return Dataset(path, n_levels, n_positions, left_out)


def _source(levels: Levels, skip_bad: bool) -> tuple[str, list[tuple[int, _native.Level]]] | Path:
    """A folder, or a list of numbered levels with a name."""
    if isinstance(levels, RandomLevels):
        raise TypeError("random levels have no end; sokoscope.generate makes a list of them")
    is_path = isinstance(levels, (str, os.PathLike)) and "\n" not in str(levels)
    if is_path and Path(levels).is_dir():
        return Path(levels)
    if is_path:
        # As in their file, which may have bad ones between them.
        return Path(levels).stem, [(level.number, level) for level in levels_of(levels, skip_bad)]
    return "levels", list(enumerate(levels_of(levels, skip_bad), 1))
