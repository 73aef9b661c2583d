"""Reading levels, and what is said of bad ones."""

import pickle

import numpy as np
import pytest

import sokoscope

ONE = "#####\n#@$.#\n#####\n"


def test_a_level_says_what_it_is():
    level = sokoscope.loads("; Easy\n" + ONE)[0]
    assert (level.title, level.width, level.height) == ("Easy", 5, 3)
    assert (level.n_boxes, level.n_goals) == (1, 1)
    assert str(level).split() == ONE.split()
    mirrored = sokoscope.Level("#####\n#.$@#\n#####")
    assert level.id == mirrored.id and level.exact_id != mirrored.exact_id
    assert level == sokoscope.Level(ONE) and level != mirrored
    assert pickle.loads(pickle.dumps(level)) == level


def test_squares_are_arrays():
    level = sokoscope.Level("######\n#@ $.#\n#    #\n######")
    assert level.symbols().tolist()[1] == [0, 5, 1, 4, 2, 0]
    assert level.dead_squares()[2].tolist() == [False, True, True, True, True, False]
    assert level.floor().sum() == 8
    facts = sokoscope.analyse(level)
    assert facts["dead_squares"] == level.dead_squares().sum()
    assert (facts["floor_squares"], facts["lower_bound"]) == (8, 1)


def test_own_collections_are_there():
    tutorial = sokoscope.builtin("tutorial")
    assert len(tutorial) > 5
    for level in tutorial:
        assert level.verify(level.solutions[0]).moves > 0
    with pytest.raises(KeyError, match="tutorial"):
        sokoscope.builtin("no such thing")


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("#####\n#@$ #\n#####", 2, 3, "more boxes"),
        (";first\n" + ONE + "\n; second\n####\n#@ \n####\n", 8, 4, "open"),
        ("#####\n#@$x.#\n######", 2, 4, "x"),
        ("#####\n# $.#\n#####", 1, None, "no man"),
        ("", None, None, ""),
    ],
)
def test_bad_levels_are_told_with_their_place(text, line, column, words):
    with pytest.raises(sokoscope.LevelError) as caught:
        sokoscope.loads(text)
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.line, error.column, error.file) == (line, column, None)
    assert words in str(error)
    assert len(error.problems) >= (1 if words else 0)


def test_one_bad_level_need_not_lose_the_file(tmp_path):
    file = tmp_path / "some.xsb"
    file.write_text("; good\n" + ONE + "\n; bad\n#####\n#@$ #\n#####\n\n; good\n" + ONE)
    with pytest.raises(sokoscope.LevelError) as caught:
        sokoscope.load(file)
    assert caught.value.file == str(file)
    assert (caught.value.level, caught.value.line) == (2, 8)
    levels = sokoscope.load(file, skip_bad=True)
    assert [level.number for level in levels] == [1, 3]


def test_files_that_are_not_there():
    with pytest.raises(FileNotFoundError) as caught:
        sokoscope.load("no-such-file.xsb")
    assert caught.value.filename == "no-such-file.xsb"
    assert caught.value.strerror == "No such file or directory"


def test_a_level_is_one_level():
    with pytest.raises(sokoscope.LevelError, match="second level"):
        sokoscope.Level(ONE + "\n" + ONE)


def boxoban(levels) -> str:
    """Levels as Boxoban's files have them."""
    return "".join(f"; {i}\n{level}\n\n" for i, level in enumerate(levels))


def test_folders_of_boxoban_text_are_read_at_once(tmp_path):
    levels = sokoscope.generate(60, width=10, height=10, boxes=2, min_pushes=1, seed=1)
    for number in range(3):
        part = levels[20 * number : 20 * number + 20]
        (tmp_path / "train").mkdir(exist_ok=True)
        (tmp_path / "train" / f"{number:03}.txt").write_text(boxoban(part))
    for threads in (1, 3):
        assert sokoscope.load(tmp_path, threads=threads) == levels


def test_the_test_levels_of_boxoban(tmp_path):
    """Only where envpool is installed, which has them as an array."""
    envpool = pytest.importorskip("envpool")
    from pathlib import Path

    file = Path(envpool.__file__).parent / "jumanji/assets/boxoban/unfiltered-test.npy"
    if not file.exists():
        pytest.skip("this envpool has no levels")
    boards = np.load(file)
    fixed, moving = boards[..., 0], boards[..., 1]
    characters = np.array(list(" #.@$"))
    rows = np.where(moving > 0, characters[moving], characters[fixed])
    rows = np.where((moving == 4) & (fixed == 2), "*", rows)
    rows = np.where((moving == 3) & (fixed == 2), "+", rows)
    text = "".join(
        f"; {i}\n" + "\n".join("".join(row) for row in board) + "\n\n" for i, board in enumerate(rows)
    )
    levels = sokoscope.loads(text)
    assert len(levels) == 1000
    assert all(level.n_boxes == 4 and level.width == 10 for level in levels)
    reports = sokoscope.solve_many(levels, goal="pushes", engine="astar")
    assert all(report.solution.optimal == "pushes" for report in reports)
    # What labels say of the start is what the engine has proved.
    polars = pytest.importorskip("polars")
    (tmp_path / "boxoban").mkdir()
    (tmp_path / "boxoban" / "000.txt").write_text(text)
    labelled = sokoscope.dataset(tmp_path / "boxoban", tmp_path / "out", sample=20, max_states=20_000)
    assert labelled.levels + labelled.left_out == 1000
    rows = polars.read_parquet(tmp_path / "out" / "positions" / "*.parquet")
    starts = rows.filter(polars.col("state") == 0)
    for number, to_go in starts.select("level", "pushes_to_go").iter_rows():
        assert to_go == reports[number - 1].solution.pushes
