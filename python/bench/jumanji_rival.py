"""Jumanji's Sokoban, compiled by JAX for the processor."""

import warnings

warnings.filterwarnings("ignore")

from measure import measure, one_core

one_core()
import jax
from jumanji.environments.routing.sokoban import Sokoban
from jumanji.environments.routing.sokoban.generator import ToyGenerator
from jumanji.wrappers import AutoResetWrapper

env = AutoResetWrapper(Sokoban(generator=ToyGenerator()))
for n in (1, 1024):
    state, _ = jax.jit(jax.vmap(env.reset))(jax.random.split(jax.random.PRNGKey(1), n))
    step = jax.jit(jax.vmap(env.step))
    actions = jax.random.randint(jax.random.PRNGKey(2), (16, n), 0, 4)
    now = [state]

    def play() -> None:
        for batch in actions:
            now[0], timestep = step(now[0], batch)
        timestep.reward.block_until_ready()

    measure("jumanji", "symbols", n, play, actions.size)
