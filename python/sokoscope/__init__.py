"""Sokoban: levels, solvers, whole state graphs, and environments for learning.

    >>> import sokoscope
    >>> level = sokoscope.Level("#######\\n#@ $ .#\\n#######")
    >>> sokoscope.solve(level, goal="pushes").solution.lurd
    'rRR'

The environments want Gymnasium: ``gymnasium.make("Sokoscope-v0")``.
"""

from ._dataset import Dataset, dataset
from ._levels import RandomLevels
from ._native import (
    Graph,
    Level,
    LevelError,
    MoveError,
    Report,
    Solution,
    analyse,
    builtin,
    explore,
    generate,
    load,
    loads,
    optimise,
    solve,
    solve_many,
)

#: What the numbers of symbols mean: ``SYMBOLS[number]`` is the character in a level.
SYMBOLS = "# .*$@+"
#: What the numbers of actions mean.
ACTIONS = ("up", "down", "left", "right")

__all__ = [
    "ACTIONS",
    "SYMBOLS",
    "Dataset",
    "Graph",
    "Level",
    "LevelError",
    "MoveError",
    "RandomLevels",
    "Report",
    "Solution",
    "analyse",
    "builtin",
    "dataset",
    "explore",
    "generate",
    "load",
    "loads",
    "optimise",
    "solve",
    "solve_many",
]

try:
    from .env import SokoscopeEnv, register
    from .vector import SokoscopeVec
except ModuleNotFoundError as missing:
    # Everything but the environments does without Gymnasium.
    if missing.name is None or not missing.name.startswith("gymnasium"):
        raise
else:
    register()
    __all__ += ["SokoscopeEnv", "SokoscopeVec"]
