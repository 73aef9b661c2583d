"""Steps a second of our environments beside others, one after another on one core.

    python run.py FOLDER

Each rival gets an environment of its own below the folder, made once; one that cannot be
installed or run is said so and left out.
"""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).parent
#: What each is installed from. gym-sokoban wants what setuptools had until version 80.
RIVALS = {
    "gym_sokoban": ["gym-sokoban==0.0.6", "gym==0.26.2", "numpy<2", "setuptools<81"],
    "envpool": ["envpool==1.2.5"],
    "jumanji": ["jumanji==1.1.2"],
    "griddly": ["griddly==1.6.7", "gym==0.26.2", "numpy<2"],
}


def python_of(folder: Path, wanted: list[str]) -> Path:
    """The interpreter of an environment with these packages."""
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        print(f"installing {', '.join(wanted)}", file=sys.stderr)
        venv.create(folder, with_pip=True, clear=True)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted]
        subprocess.run(install, check=True, timeout=900)
        (folder / "ready").touch()
    return python


def lines_of(python: Path, script: str) -> list[dict]:
    """What a script measures."""
    print(f"measuring {script}", file=sys.stderr)
    run = subprocess.run([python, HERE / script], capture_output=True, text=True, timeout=600)
    lines = run.stdout.splitlines()
    for line in lines:
        if not line.startswith("{"):
            print(f"  {line}", file=sys.stderr)
    if run.returncode != 0:
        last = (run.stderr.strip().splitlines() or [""])[-1].strip()
        print(f"  {script} ended with {run.returncode}: {last}", file=sys.stderr)
    return [json.loads(line) for line in lines if line.startswith("{")]


def main() -> None:
    folder = Path(sys.argv[1]).absolute()
    measured = lines_of(Path(sys.executable), "ours.py")
    chosen = os.environ.get("RIVALS")
    for name, wanted in RIVALS.items():
        if chosen is not None and name not in chosen.split(","):
            continue
        try:
            measured += lines_of(python_of(folder / name, wanted), f"{name}_rival.py")
        except (subprocess.SubprocessError, OSError) as error:
            print(f"  left out: {name}: {error}", file=sys.stderr)
    print(f"{'':32} {'observation':12} {'games':>6} {'steps a second':>15}")
    for line in sorted(measured, key=lambda line: (line["observation"], line["steps_per_second"])):
        print("{name:32} {observation:12} {games:6} {steps_per_second:15,.0f}".format(**line))
    is_ours = lambda line: line["name"].startswith("sokoscope")  # noqa: E731
    for kind in ("symbols", "tiny_rgb", "rgb"):
        ours = [line for line in measured if is_ours(line) and line["observation"] == kind]
        others = [line for line in measured if not is_ours(line) and line["observation"] == kind]
        if ours and others:
            best = max(ours, key=lambda line: line["steps_per_second"])
            rival = max(others, key=lambda line: line["steps_per_second"])
            ratio = best["steps_per_second"] / rival["steps_per_second"]
            print(f"{kind}: {ratio:.0f} times the fastest other, {rival['name']}")


if __name__ == "__main__":
    main()
