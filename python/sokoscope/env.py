"""Sokoban as a Gymnasium environment: one game at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces

from . import _native
from ._games import Games, Options
from ._levels import Levels

if TYPE_CHECKING:
    from typing_extensions import Unpack

_CHARACTERS = np.frombuffer(b"# .*$@+", np.uint8)


class SokoscopeEnv(gymnasium.Env[np.ndarray, int]):
    """One game of Sokoban.

    Actions are 0 up, 1 down, 2 left, 3 right; a step against a box pushes it, and a step
    that is not possible changes nothing. A game is terminated when the level is solved
    and truncated after ``max_steps``.

    levels: a level, a list of them, a text, a file or a folder (Boxoban's, too), the name
        of a built-in collection, or ``RandomLevels``.
    observation: "symbols" (numbers of ``sokoscope.SYMBOLS``), "one_hot" (a plane a
        symbol), "tiny_rgb" (a pixel a cell), "rgb" (``cell`` pixels a cell).
    rewards: any of "step", "box_on", "box_off", "solved"; the others stay as they are.
    order: "random", or "in_turn" for one level after another.
    dead: ``info["dead"]`` says whether the position is lost. True is proved; False says
        nothing.
    distance: ``info["distance"]`` is the fewest pushes to a solution where the level has
        at most ``graph_states`` states, -1 if the position is proved lost, and -2 if
        nothing is known.
    action_mask: ``info["action_mask"]`` leaves out steps that change nothing and pushes
        that are proved to lose.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 8}

    def __init__(
        self,
        levels: Levels = "starter",
        *,
        render_mode: str | None = None,
        **options: Unpack[Options],
    ) -> None:
        self._games = Games(1, levels, **options)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"no way of rendering is called {render_mode!r}; there are ansi, rgb_array")
        self.render_mode = render_mode
        self.observation_space = self._games.space
        self.action_space = spaces.Discrete(4)
        self._cell = self._games.cell
        self._batch, self._frames = self._games.batch, self._games.frames
        self._frame = self._frames[0]
        self._is_seeded = False

    @property
    def level(self) -> _native.Level:
        """The level that is played, from its start."""
        return self._batch.level(0)[0]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins a game. ``options={"level": 3}`` takes the level of this number, from 0."""
        super().reset(seed=seed)
        if seed is None and not self._is_seeded:
            seed = int(self.np_random.integers(1 << 62))
        self._is_seeded = True
        number = (options or {}).get("level")
        self._batch.reset_one(0, seed, number, self._frames)
        return self._frame.copy(), {"level": self._batch.level(0)[1], **self._foreseen()}

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Does one step."""
        reward, terminated, truncated = self._batch.step_one(int(action), self._frames)
        info = self._foreseen() if self._games.foresees else {}
        return self._frame.copy(), reward, terminated, truncated, info

    def _foreseen(self) -> dict[str, Any]:
        seen = self._games.foresee()
        return {name: array[0] if array.ndim > 1 else array[0].item() for name, array in seen.items()}

    def action_masks(self) -> np.ndarray:
        """The mask as truth values, as sb3-contrib asks for it."""
        mask = np.zeros((1, 4), np.int8)
        self._batch.foresee(None, None, mask)
        return mask[0].astype(np.bool_)

    def render(self) -> Any:
        """The position as a picture or as text."""
        if self.render_mode == "rgb_array":
            return self._batch.picture(0, self._cell)
        if self.render_mode == "ansi":
            symbols = self._batch.symbols(0)
            rows = _CHARACTERS[symbols]
            return "\n".join(row.tobytes().decode() for row in rows) + "\n"
        return None


def register() -> None:
    """Makes ``Sokoscope-v0`` known to Gymnasium."""
    if "Sokoscope-v0" not in gymnasium.registry:
        gymnasium.register(
            id="Sokoscope-v0",
            entry_point="sokoscope.env:SokoscopeEnv",
            vector_entry_point="sokoscope.vector:SokoscopeVec",
        )
