"""Where the levels of an environment come from."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Union

from . import _native


@dataclass(frozen=True)
class RandomLevels:
    """A new level for each game, with a solution of at least ``min_pushes`` pushes."""

    width: int = 8
    height: int = 8
    boxes: int = 2
    min_pushes: int = 4


#: A level, several, a text of levels, a file or a folder of them, the name of a built-in
#: collection, or random ones.
Levels = Union[
    _native.Level, Sequence[_native.Level], str, "os.PathLike[str]", RandomLevels
]

BUILT_IN = ("tutorial", "starter", "papers")


def levels_of(levels: Levels, skip_bad: bool = False) -> list[_native.Level] | RandomLevels:
    """The levels that are meant."""
    if isinstance(levels, RandomLevels):
        return levels
    if isinstance(levels, _native.Level):
        return [levels]
    if isinstance(levels, str) and "\n" in levels:
        return _native.loads(levels, skip_bad=skip_bad)
    if isinstance(levels, str) and levels in BUILT_IN and not Path(levels).exists():
        return _native.builtin(levels)
    if isinstance(levels, (str, os.PathLike)):
        return _native.load(levels, skip_bad=skip_bad)
    return list(levels)
