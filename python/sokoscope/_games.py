"""What the environment of one game and the one of many have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces

from . import _native
from ._levels import Levels, levels_of

#: What gym-sokoban rewards, and most papers after it.
REWARDS = {"step": -0.1, "box_on": 1.0, "box_off": -1.0, "solved": 10.0}

#: The largest number in an observation.
_HIGHEST = {"symbols": 6, "one_hot": 1, "tiny_rgb": 255, "rgb": 255}


class Options(TypedDict, total=False):
    """What both environments can be asked for; ``SokoscopeEnv`` says what each means, and
    ``Games`` what holds if nothing is said."""

    observation: str
    cell: int
    max_steps: int | None
    rewards: Mapping[str, float] | None
    order: str
    dead: bool
    distance: bool
    action_mask: bool
    graph_states: int | None


class Games:
    """A batch of games, its arrays, and what is foreseen of each."""

    def __init__(
        self,
        n: int,
        levels: Levels,
        *,
        observation: str = "symbols",
        cell: int = 16,
        max_steps: int | None = 120,
        rewards: Mapping[str, float] | None = None,
        order: str = "random",
        dead: bool = False,
        distance: bool = False,
        action_mask: bool = False,
        graph_states: int | None = None,
    ) -> None:
        given = dict(REWARDS, **(rewards or {}))
        unknown = set(given) - set(REWARDS)
        if unknown:
            raise ValueError(f"no reward is called {sorted(unknown)[0]!r}; there are {', '.join(REWARDS)}")
        if graph_states is None:
            graph_states = 50_000 if distance else 0
        self.batch = _native.Batch(
            levels_of(levels),
            n,
            observation=observation,
            cell=cell,
            rewards=[float(given[name]) for name in REWARDS],
            max_steps=max_steps,
            order=order,
            graph_states=graph_states,
        )
        shape = tuple(self.batch.frame_shape)
        self.cell = cell
        self.space = spaces.Box(0, _HIGHEST[observation], shape, np.uint8)
        self.frames = np.zeros((n, *shape), np.uint8)
        self.dead = np.zeros(n, np.bool_) if dead else None
        self.distance = np.zeros(n, np.int32) if distance else None
        self.mask = np.zeros((n, 4), np.int8) if action_mask else None
        self.foresees = dead or distance or action_mask

    def foresee(self) -> dict[str, Any]:
        """What was asked to be foreseen, an array each."""
        if not self.foresees:
            return {}
        self.batch.foresee(self.dead, self.distance, self.mask)
        seen = {"dead": self.dead, "distance": self.distance, "action_mask": self.mask}
        return {name: array.copy() for name, array in seen.items() if array is not None}
