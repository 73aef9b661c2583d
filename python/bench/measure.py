"""Steps a second of one core's time, said as a line of JSON.

The processor's time is counted, not the clock's, so that a busy machine changes little.
"""

import json
import os
import sys
import time

#: How long each is measured.
SECONDS = float(os.environ.get("SOKO_BENCH_SECONDS", "2"))


def one_core() -> None:
    """Keeps this process, and what it starts, to one core: the last it may use."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measure(name: str, observation: str, games: int, do_steps, steps_a_call: int) -> None:
    """Calls a function that does so many steps until the time is over; the best of three."""
    do_steps()
    best = 0.0
    for _ in range(3):
        calls, start = 0, time.process_time()
        while time.process_time() - start < SECONDS / 3:
            do_steps()
            calls += 1
        best = max(best, calls * steps_a_call / (time.process_time() - start))
    line = {"name": name, "observation": observation, "games": games, "steps_per_second": best}
    print(json.dumps(line))
    sys.stdout.flush()
