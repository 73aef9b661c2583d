"""Ours: one game through gymnasium.make, and 1,024 in a batch."""

import gymnasium
import numpy as np
from measure import measure, one_core

import sokoscope

one_core()
levels = sokoscope.generate(200, width=10, height=10, boxes=4, min_pushes=1, seed=1)
actions = np.random.default_rng(1).integers(0, 4, 1000)

for observation in ("symbols", "tiny_rgb", "rgb"):
    env = gymnasium.make("Sokoscope-v0", levels=levels, observation=observation, disable_env_checker=True)
    env.reset(seed=1)

    def play() -> None:
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()

    measure("sokoscope", observation, 1, play, len(actions))
    n = 1024
    for name, copy in (("sokoscope", True), ("sokoscope, copy=False", False)):
        many = sokoscope.SokoscopeVec(n, levels, observation=observation, copy=copy)
        many.reset(seed=1)
        batches = np.random.default_rng(2).integers(0, 4, (16, n))

        def play_all() -> None:
            for batch in batches:
                many.step(batch)

        measure(name, observation, n, play_all, len(batches) * n)
many = sokoscope.SokoscopeVec(256, levels, action_mask=True, dead=True)
many.reset(seed=1)
measure("sokoscope, with dead and mask", "symbols", 256, lambda: many.step(actions[:256]), 256)
