"""The Parquet tables of `soko graph`, read by somebody else.

DuckDB reads what the command has exported, and all of it must agree with what the same
command says in other ways: counts with `--json`, rows with the CSV and JSON exports,
boards with the boxes beside them. Then every query of docs/queries.md is run and must
print what that file shows.

    check.py SOKO            check everything
    check.py SOKO --write    put the results of the queries into docs/queries.md
"""

import contextlib
import csv
import io
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb

DOCUMENT = Path(__file__).resolve().parents[4] / "docs/queries.md"

# Levels with their options. Some have no solution, some hash two states to one.
GRAPHS = [
    ["tutorial", "--level", "1"],
    ["tutorial", "--level", "9"],
    ["tutorial", "--level", "15", "--keep-dead-squares"],
    ["starter", "--level", "1"],
    ["starter", "--level", "12", "--stop-at-solved"],
    ["Microban_155", "--level", "1"],
    ["Microban_155", "--level", "3", "--prune-frozen"],
    ["Microban_155", "--level", "35"],
    ["Microban_155", "--level", "1", "--hash", "no-man"],
    ["Microban_155", "--level", "3", "--hash", "8-bit"],
]


def soko(program, *arguments):
    """Runs the command and returns what it prints."""
    run = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    # 3 is a proof that there is no solution.
    assert run.returncode in (0, 3), run.stderr
    return run.stdout


class Export:
    """The tables of a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.base = duckdb.connect()
        for table in sorted(os.listdir(folder)):
            self.base.execute(
                f"CREATE VIEW {table} AS FROM read_parquet('{folder}/{table}/*.parquet')"
            )

    def rows(self, query):
        return self.base.execute(query).fetchall()

    def one(self, query):
        (row,) = self.rows(query)
        (value,) = row
        return value

    def about(self, table):
        pairs = self.rows(
            "SELECT decode(key), decode(value) "
            f"FROM parquet_kv_metadata('{self.folder}/{table}/part-0.parquet')"
        )
        return dict(pairs)


def same(what, found, wanted):
    assert found == wanted, f"{what}: {found!r} is not {wanted!r}"


# How each number of a JSON line follows from the tables.
COUNTS = {
    "states": "SELECT count(*) FROM states",
    "expanded": "SELECT count(*) FROM states",
    "edges": "SELECT count(*) FROM edges",
    "components": "SELECT count(*) FROM components",
    "largest_component": "SELECT max(size) FROM components",
    "solved_states": "SELECT count(*) FILTER (WHERE solved) FROM states",
    "dead_states": "SELECT count(*) FILTER (WHERE dead) FROM states",
    "sinks": "SELECT count(*) FILTER (WHERE sink) FROM components",
    "solution_factor": "SELECT solution_factor FROM states WHERE start",
    "chain_factor": "SELECT chain_factor FROM states WHERE start",
    "chain_factor_at_most": "SELECT chain_factor_at_most FROM states WHERE start",
    "shortest_pushes": "SELECT min(depth) FROM states WHERE solved",
    "farthest_pushes": "SELECT max(depth) FROM states",
    "branching": "SELECT (SELECT count(*) FROM edges) / (SELECT count(*) FROM states)",
}


def check_counts(export, line):
    for name, query in COUNTS.items():
        found, wanted = export.one(query), line[name]
        # The line has the nearest number to an exact fraction, which sums may miss.
        if isinstance(wanted, float) and math.isclose(found, wanted, rel_tol=1e-12):
            continue
        same(name, found, wanted)
    # The tables agree with each other, too.
    components = export.rows(
        "SELECT id, size, state, depth, dead, sink, solution_factor FROM components ORDER BY id"
    )
    by_states = export.rows(
        "SELECT component, count(*), min(id), min(depth), bool_and(dead), bool_or(sink), "
        "max(solution_factor) FROM states GROUP BY component ORDER BY component"
    )
    same("components by their states", by_states, components)
    solved = "SELECT component FROM states WHERE solved"
    wrong = f"SELECT count(*) FROM components WHERE solved <> (id IN ({solved}))"
    same("solved components", export.one(wrong), 0)


def typed(value):
    """A value of the CSV as the tables have it."""
    if value in ("true", "false"):
        return value == "true"
    if value == "":
        return None
    if re.fullmatch("[A-Za-z]", value):
        return value
    return float(value)


def read_csv(path):
    with open(path, newline="") as file:
        return [{name: typed(value) for name, value in row.items()} for row in csv.DictReader(file)]


def check_csv(export, path, view):
    """The CSV export, row by row and in the same order."""
    edges = [tuple(row.values()) for row in read_csv(path)]
    same("edges", export.rows("SELECT source, target, row, col, direction FROM edges"), edges)
    nodes = read_csv(path.with_suffix(".nodes.csv"))
    names = list(nodes[0])
    table = view
    if view == "states":
        same("states are their own", {row["id"] - row["state"] for row in nodes}, {0.0})
        same("a state is one", {row["size"] for row in nodes}, {1.0})
        names = [name for name in names if name not in ("state", "size")]
    else:
        same("components are their own", {row["id"] - row["component"] for row in nodes}, {0.0})
        names = [name for name in names if name != "component" and "chain" not in name]
    wanted = [tuple(row[name] for name in names) for row in nodes]
    same(table, export.rows(f"SELECT {', '.join(names)} FROM {table}"), wanted)


def check_json(export, path):
    """Where everything stands, and that the board shows it."""
    whole = json.loads(path.read_text())
    rows = export.rows("SELECT id, boxes, area, board, start FROM states")
    same("states", len(rows), len(whole["nodes"]))
    same("level", "\n".join(whole["level"]), export.about("states")["soko.level_text"])
    for (number, boxes, area, board, start), node in zip(rows, whole["nodes"]):
        same("boxes", [[at["row"], at["col"]] for at in boxes], node["boxes"])
        same("area", [area["row"], area["col"]], node["area"])
        cells = [
            ([row, col], cell)
            for row, line in enumerate(board.split("\n"), 1)
            for col, cell in enumerate(line, 1)
        ]
        same(f"board {number}", [at for at, cell in cells if cell in "$*"], node["boxes"])
        (man,) = [at for at, cell in cells if cell in "@+"]
        assert start or man == node["area"], board
        if start:
            same("the board of the start", board.split("\n"), whole["level"])


def check_about(export, view, arguments, line):
    for table in sorted(os.listdir(export.folder)):
        about = export.about(table)
        same("table", about["soko.table"], table)
        same("view", about["soko.view"], view)
        same("collection", about["soko.collection"], line["collection"])
        same("level", about["soko.level"], str(line["level"]))
        options = json.loads(about["soko.options"])
        same("hash", options["hash"], line["hash"])
        for name in ("stop_at_solved", "keep_dead_squares", "prune_frozen"):
            same(name, options[name], "--" + name.replace("_", "-") in arguments)
        assert re.fullmatch("[0-9a-f]{32}", about["soko.level_id"]), about


def check_graph(program, arguments, folder):
    # 1. States.
    line = json.loads(
        soko(program, "graph", *arguments, "--json", "--export", folder / "g.parquet")
    )
    soko(program, "graph", *arguments, "--export", folder / "g.csv")
    soko(program, "graph", *arguments, "--export", folder / "g.json")
    export = Export(folder / "g.parquet")
    check_counts(export, line)
    check_csv(export, folder / "g.csv", "states")
    check_json(export, folder / "g.json")
    check_about(export, "states", arguments, line)
    # 2. Components, which are the same ones.
    view = ["--view", "components"]
    soko(program, "graph", *arguments, *view, "--export", folder / "c.parquet")
    soko(program, "graph", *arguments, *view, "--export", folder / "c.csv")
    parts = Export(folder / "c.parquet")
    same("tables", sorted(os.listdir(folder / "c.parquet")), ["components", "edges"])
    check_csv(parts, folder / "c.csv", "components")
    check_about(parts, "components", arguments, line)
    components = "SELECT * FROM components"
    same("components", parts.rows(components), export.rows(components))
    between = """
        SELECT DISTINCT a.component, b.component
        FROM edges JOIN states a ON a.id = source JOIN states b ON b.id = target
        WHERE a.component <> b.component ORDER BY ALL"""
    same("ways", parts.rows("SELECT source, target FROM edges ORDER BY ALL"), export.rows(between))
    return line["states"]


def check_tiles(program, folder):
    """A game without boxes has boards all the same."""
    game = ["tiles", "sliders", "--level", "1", "--graph"]
    soko(program, *game, "--export", folder / "t.parquet")
    soko(program, *game, "--export", folder / "t.json")
    export = Export(folder / "t.parquet")
    nodes = json.loads((folder / "t.json").read_text())["nodes"]
    rows = export.rows("SELECT boxes, area, board FROM states")
    same("boards", [(None, None, "\n".join(node["board"])) for node in nodes], rows)


def shown(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def as_table(cursor):
    """A result as columns of text, numbers to the right."""
    names = [column[0] for column in cursor.description]
    rows = cursor.fetchall()
    columns = list(zip(*([names] + [[shown(value) for value in row] for row in rows])))
    lines = [[] for _ in range(len(rows) + 1)]
    for number, column in enumerate(columns):
        width = max(map(len, column))
        is_number = any(isinstance(row[number], (int, float)) for row in rows)
        for line, value in zip(lines, column):
            line.append(value.rjust(width) if is_number else value.ljust(width))
    return "\n".join("  ".join(line).rstrip() for line in lines) + "\n"


# A block of code and the block with what it prints.
BLOCKS = re.compile(r"```(sql|python)\n((?:(?!```).)*)```\n\n```text\n(.*?)```\n", re.DOTALL)


def check_document(program, folder, write):
    """Runs the queries of the document where its own command has put the tables."""
    text = DOCUMENT.read_text()
    command = re.search(r"^soko graph .*\.parquet$", text, re.MULTILINE).group(0)
    os.chdir(folder)
    soko(program, *command.split()[1:])
    base = duckdb.connect()
    views = re.search(r"```sql\n(CREATE VIEW.*?)```\n", text, re.DOTALL).group(1)
    base.execute(views)

    def run(match):
        kind, code, stored = match.groups()
        if kind == "sql":
            result = as_table(base.execute(code))
        else:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(code, {})
            result = printed.getvalue()
        assert write or result == stored, f"{code}\nprints\n{result}\nnot\n{stored}"
        return f"```{kind}\n{code}```\n\n```text\n{result}```\n"

    text, n_blocks = BLOCKS.subn(run, text)
    if write:
        DOCUMENT.write_text(text)
    sections = re.split(r"^## ", text, flags=re.MULTILINE)
    numbered = [part.split(".")[0] for part in sections if re.match(r"\d+\. ", part)]
    same("questions", numbered, [str(number) for number in range(1, 11)])
    for part in sections:
        if re.match(r"\d+\. ", part):
            same(part, len(BLOCKS.findall(part)), 1)
    return n_blocks


def main():
    program = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        n_states = 0
        for number, arguments in enumerate(GRAPHS):
            place = folder / str(number)
            place.mkdir()
            n_states += check_graph(program, arguments, place)
        check_tiles(program, folder)
        print(f"{len(GRAPHS)} graphs, {n_states} states: JSON, CSV and Parquet agree")
        n_blocks = check_document(program, folder, "--write" in sys.argv)
        print(f"{n_blocks} queries of docs/queries.md print what it shows")
        os.chdir("/")


main()
