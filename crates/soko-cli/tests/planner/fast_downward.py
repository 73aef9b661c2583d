"""A real planner on our problems: Fast Downward proves its plans cheapest, `soko solve`
its pushes fewest, and both numbers must be the same; `soko check` passes every plan.

    python fast_downward.py SOKO
"""

import importlib.util
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

COLLECTIONS = ["tutorial", "papers"]
SECONDS = 60
# The package itself wants a library that is not needed to call the planner in it.
PACKAGE = importlib.util.find_spec("up_fast_downward").submodule_search_locations[0]
PLANNER = pathlib.Path(PACKAGE) / "downward" / "fast-downward.py"


def soko(*words):
    return subprocess.run([SOKO, *words], capture_output=True, text=True)


def fewest_pushes(collection):
    """The proved fewest pushes by level; none where there is no proof in time."""
    run = soko("solve", collection, "--goal", "pushes", "--time", "10s", "--json")
    records = [json.loads(line) for line in run.stdout.splitlines()]
    return {r["level"]: r["pushes"] for r in records if r["optimal"] == "pushes"}


def plan(folder, level):
    """The file of a cheapest plan, if the planner finds one in time."""
    out = folder / f"plan{level}"
    command = [sys.executable, PLANNER, "--plan-file", out, folder / "domain.pddl",
               folder / f"p{level:03}.pddl", "--search", "astar(lmcut())"]
    # The planner is a script that starts the search, so its whole group is ended.
    quiet = subprocess.DEVNULL
    run = subprocess.Popen(command, stdout=quiet, stderr=quiet, cwd=folder, start_new_session=True)
    try:
        run.wait(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        return None
    return out if out.exists() else None


def check(collection, folder):
    soko("convert", collection, str(folder), "--to", "pddl")
    n_same, n_late = 0, 0
    for level, pushes in fewest_pushes(collection).items():
        found = plan(folder, level)
        if found is None:
            n_late += 1
            continue
        cost = int(found.read_text().split("cost = ")[1].split()[0])
        verdict = soko("check", collection, "--level", str(level), "--plan", str(found), "--json")
        record = json.loads(verdict.stdout)
        assert record["outcome"] == "solved", (collection, level, record)
        assert record["pushes"] == cost == pushes, (collection, level, record, cost, pushes)
        n_same += 1
    print(f"{collection}: {n_same} levels with the same fewest pushes, {n_late} not planned in time")
    return n_same


SOKO = sys.argv[1]
n_same = 0
for collection in COLLECTIONS:
    with tempfile.TemporaryDirectory() as folder:
        n_same += check(collection, pathlib.Path(folder))
assert n_same >= 15, f"only {n_same} levels were planned"
