"""Many games at once, stepped without Python in the loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import _native
from ._games import Games, Options
from ._levels import Levels

if TYPE_CHECKING:
    from typing_extensions import Unpack


class SokoscopeVec(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """``num_envs`` games of Sokoban; what is said of ``SokoscopeEnv`` holds for each.

    A game that is over begins anew with the next step, which ignores its action and gives
    no reward (Gymnasium's ``AutoresetMode.NEXT_STEP``).

    copy: whether observations are the caller's own. Without copies the same array, which
        cannot be written to, comes back each time, and shows the newest position: the
        fastest way for those who use an observation before they do the next step.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        levels: Levels = "starter",
        *,
        copy: bool = True,
        render_mode: None = None,
        **options: Unpack[Options],
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"there must be a game, not {num_envs}")
        self._games = Games(num_envs, levels, **options)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = self._games.space
        self.observation_space = batch_space(self._games.space, num_envs)
        self.single_action_space = spaces.Discrete(4)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._batch, self._frames = self._games.batch, self._games.frames
        self._shown = self._frames.view()
        self._shown.flags.writeable = False
        self._copies = copy
        self._is_seeded = False
        self._rewards = np.zeros(num_envs, np.float64)
        self._terminated = np.zeros(num_envs, np.bool_)
        self._truncated = np.zeros(num_envs, np.bool_)

    def level(self, number: int) -> _native.Level:
        """The level of one game, from its start."""
        return self._batch.level(number)[0]

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins all games. From one seed, game i gets ``seed + i``."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is None and not self._is_seeded:
            seed = int(self.np_random.integers(1 << 62))
        if isinstance(seed, (int, np.integer)):
            seed = [int(seed) + i for i in range(self.num_envs)]
        seeds = [None] * self.num_envs if seed is None else list(seed)
        self._is_seeded = True
        self._batch.reset(seeds, self._frames)
        return self._observation(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One step of every game."""
        actions = np.ascontiguousarray(actions, np.int64)
        self._batch.step(actions, self._frames, self._rewards, self._terminated, self._truncated)
        return (
            self._observation(),
            self._rewards.copy(),
            self._terminated.copy(),
            self._truncated.copy(),
            self._info() if self._games.foresees else {},
        )

    def _observation(self) -> np.ndarray:
        return self._frames.copy() if self._copies else self._shown

    def _info(self) -> dict[str, Any]:
        info = self._games.foresee()
        everywhere = {f"_{name}": np.ones(self.num_envs, np.bool_) for name in info}
        return {**info, **everywhere}
