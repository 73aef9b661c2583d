"""EnvPool's Sokoban, in C++, one thread."""

import warnings

warnings.filterwarnings("ignore")

import envpool
import numpy as np
from measure import measure, one_core

one_core()
for task in ("Sokoban-v0", "Jumanji/Sokoban-v0"):
    for n in (1, 1024):
        try:
            env = envpool.make(task, env_type="gymnasium", num_envs=n, num_threads=1)
            env.reset()
        except Exception as error:
            print(f"{task}: {error}")
            continue
        actions = np.random.default_rng(1).integers(0, 4, (16, n)).astype(np.int32)

        def play() -> None:
            for batch in actions:
                env.step(batch)

        measure(f"envpool {task}", "symbols", n, play, actions.size)
