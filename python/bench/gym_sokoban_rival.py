"""gym-sokoban. Its generator takes seconds a level, so a level is set by hand, once."""

import warnings

warnings.filterwarnings("ignore")

import numpy as np
from gym_sokoban.envs.sokoban_env import SokobanEnv
from measure import measure, one_core

one_core()
env = SokobanEnv(reset=False)
fixed = np.zeros((10, 10), int)
fixed[1:9, 1:9] = 1
boxes, goals = [(3, 3), (3, 6), (6, 3), (6, 6)], [(2, 2), (2, 7), (7, 2), (7, 7)]
for goal in goals:
    fixed[goal] = 2


def begin() -> None:
    env.room_fixed = fixed.copy()
    env.room_state = fixed.copy()
    for box in boxes:
        env.room_state[box] = 4
    env.player_position = np.array([4, 4])
    env.room_state[4, 4] = 5
    env.box_mapping = dict(zip(goals, boxes))
    env.num_env_steps = env.reward_last = env.boxes_on_target = 0


actions = np.random.default_rng(1).integers(1, 5, 100)
for observation, mode in (("tiny_rgb", "tiny_rgb_array"), ("rgb", "rgb_array")):
    begin()

    def play() -> None:
        for action in actions:
            _, _, done, _ = env.step(action, observation_mode=mode)
            if done:
                begin()

    measure("gym-sokoban", observation, 1, play, len(actions))
