"""Griddly's Sokoban, which has other rules: boxes drop into holes."""

import warnings

warnings.filterwarnings("ignore")

import gym
import numpy as np
from griddly import GymWrapperFactory, gd
from measure import measure, one_core

one_core()
for observation, kind in (("symbols", gd.ObserverType.VECTOR), ("rgb", gd.ObserverType.BLOCK_2D)):
    try:
        GymWrapperFactory().build_gym_from_yaml(
            f"Sokoban-{observation}", "Single-Player/GVGAI/sokoban.yaml", player_observer_type=kind, level=0
        )
        env = gym.make(f"GDY-Sokoban-{observation}-v0")
        env.reset()
    except Exception as error:
        print(f"griddly, {observation}: {error}")
        continue
    actions = np.random.default_rng(1).integers(1, 5, 100)

    def play() -> None:
        for action in actions:
            done = env.step(int(action))[2]
            if done:
                env.reset()

    measure("griddly", observation, 1, play, len(actions))
