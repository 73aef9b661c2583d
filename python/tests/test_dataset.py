"""Datasets: what is in the table is true, and whole however often it was interrupted."""

from pathlib import Path

import pytest
from conftest import Plain
from test_solve import interrupted

import sokoscope

polars = pytest.importorskip("polars")

GOOD = "; 0\n#####\n#@$.#\n#####\n"
BAD = GOOD + "\n; 1\n#####\n#@$ #\n#####\n"


def table(dataset: sokoscope.Dataset) -> "polars.DataFrame":
    return polars.read_parquet(dataset.path / "positions" / "*.parquet")


def parts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "positions").iterdir()}


def test_labels_are_those_of_the_plainest_search(small_levels, tmp_path):
    written = sokoscope.dataset(small_levels, tmp_path, keep_dead_squares=True, threads=2)
    rows = table(written)
    assert (written.levels, written.left_out) == (len(small_levels), 0)
    assert written.positions == len(rows)
    for number, level in enumerate(small_levels, 1):
        left = Plain(str(level)).to_go()
        own = rows.filter(polars.col("level") == number)
        assert len(own) == len(left)
        for row in own.iter_rows(named=True):
            plain = Plain(row["board"])
            state = (plain.boxes, min(plain.area(plain.boxes, plain.man)))
            assert row["pushes_to_go"] == left[state]
            assert row["dead"] == (left[state] is None)
            assert row["level_id"] == level.exact_id


def test_a_run_that_was_stopped_goes_on(small_levels, tmp_path):
    levels = [small_levels[i % len(small_levels)] for i in range(130)]
    whole = sokoscope.dataset(levels, tmp_path / "once", threads=1)

    class Enough(Exception):
        pass

    heard = []

    def listen(share, n_levels, n_positions):
        heard.append(share)
        if n_levels == 110:
            raise Enough

    with pytest.raises(Enough):
        sokoscope.dataset(levels, tmp_path / "often", threads=1, progress=listen)
    assert heard == sorted(heard) and 0.8 < heard[-1] < 0.9
    heard.clear()
    again = sokoscope.dataset(levels, tmp_path / "often", threads=1, progress=lambda *now: heard.append(now))
    assert heard[0][0] == pytest.approx(100 / 130) and heard[-1] == (1.0, 130, whole.positions)
    assert again[1:] == whole[1:]
    assert parts(tmp_path / "once") == parts(tmp_path / "often")
    with pytest.raises(ValueError, match="other settings"):
        sokoscope.dataset(levels, tmp_path / "often", seed=1)


def test_ctrl_c_ends_it(endless, tmp_path):
    interrupted(lambda: sokoscope.dataset(endless, tmp_path, max_states=1 << 40))


def test_files_folders_and_collections(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "000.txt").write_text(GOOD)
    folder = sokoscope.dataset(tmp_path / "in", tmp_path / "a")
    file = sokoscope.dataset(tmp_path / "in" / "000.txt", tmp_path / "b")
    text = sokoscope.dataset(GOOD, tmp_path / "c")
    assert folder[1:] == file[1:] == text[1:] == (1, 2, 0)
    assert table(file)["source"].unique().to_list() == ["000 1-1"]
    lessons = sokoscope.dataset("tutorial", tmp_path / "d", sample=3, max_states=2000)
    assert lessons.positions <= 3 * lessons.levels
    assert lessons.levels + lessons.left_out == len(sokoscope.builtin("tutorial"))


def test_what_is_wrong_is_an_exception_with_its_place(tmp_path):
    (tmp_path / "in").mkdir()
    file = tmp_path / "in" / "001.txt"
    file.write_text(BAD)
    for source in (tmp_path / "in", file):
        with pytest.raises(sokoscope.LevelError) as caught:
            sokoscope.dataset(source, tmp_path / "out")
        error = caught.value
        assert (error.file, error.level, error.line, error.column) == (str(file), 2, 8, 3)
        good = sokoscope.dataset(source, tmp_path / f"good-{source.name}", skip_bad=True)
        assert good.levels == 1
    # Nothing but a bad level: nothing is done, and the mended file is taken up.
    file.write_text("; 0\n#####\n#@$ #\n#####\n")
    with pytest.raises(sokoscope.LevelError):
        sokoscope.dataset(tmp_path / "in", tmp_path / "mended")
    file.write_text(GOOD)
    assert sokoscope.dataset(tmp_path / "in", tmp_path / "mended").levels == 1
    with pytest.raises(TypeError, match="generate"):
        sokoscope.dataset(sokoscope.RandomLevels(), tmp_path / "out")
    with pytest.raises(FileNotFoundError):
        sokoscope.dataset("no such file.txt", tmp_path / "out")
    with pytest.raises(OSError, match="001.txt"):
        sokoscope.dataset(GOOD, file)
