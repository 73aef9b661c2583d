"""The package itself: its documentation is true, and its stubs say what is there."""

import ast
import doctest
import subprocess
import sys
from pathlib import Path

import sokoscope
from sokoscope import _native

ROOT = Path(__file__).parents[2]


def test_the_documentation_is_true(tmp_path, monkeypatch):
    page = ROOT / "docs" / "python.md"
    monkeypatch.chdir(tmp_path)
    tests = doctest.testfile(str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert tests.attempted > 20 and tests.failed == 0
    assert doctest.testmod(sokoscope).failed == 0


def test_the_stubs_name_what_is_there():
    stubs = Path(sokoscope.__file__).with_name("_native.pyi").read_text()
    for node in ast.parse(stubs).body:
        if isinstance(node, ast.FunctionDef):
            there = getattr(_native, node.name)
            named = [a.arg for a in node.args.args + node.args.kwonlyargs]
            told = there.__text_signature__
            assert all(f"{name}" in told for name in named), (node.name, told)
        if isinstance(node, ast.ClassDef):
            there = getattr(_native, node.name)
            for item in node.body:
                name = item.name if isinstance(item, ast.FunctionDef) else getattr(getattr(item, "target", None), "id", None)
                if name and not issubclass(there, Exception):
                    assert hasattr(there, name), f"{node.name}.{name}"
    public = {name for name in dir(_native) if not name.startswith("_")}
    named = {getattr(node, "name", None) for node in ast.parse(stubs).body}
    assert public <= named, public - named


def test_gymnasium_imports_it_by_its_name():
    """In a process that has not."""
    program = "import gymnasium; gymnasium.make('sokoscope:Sokoscope-v0').reset(seed=1)"
    subprocess.run([sys.executable, "-c", program], check=True)
