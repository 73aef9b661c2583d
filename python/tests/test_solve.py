"""Engines and the optimiser: answers, limits, threads, and Ctrl-C."""

import os
import signal
import threading

import pytest
from conftest import Plain

import sokoscope

LEVEL = "#######\n#@ $ .#\n#######"


def test_solutions_have_passed_the_referee_and_are_shortest(small_levels):
    for level in small_levels:
        plain = Plain(str(level))
        start = (plain.boxes, min(plain.area(plain.boxes, plain.man)))
        report = sokoscope.solve(level, goal="pushes")
        assert report and report.outcome == "solved"
        assert report.solution.optimal == "pushes"
        assert report.solution.pushes == plain.to_go()[start]
        assert report.lower_bound <= report.solution.pushes
        assert level.verify(report.solution.lurd).pushes == report.solution.pushes


def test_many_levels_give_what_each_gives(small_levels):
    heard = []
    for threads in (1, 3):
        reports = sokoscope.solve_many(
            small_levels, goal="moves", threads=threads, progress=lambda *now: heard.append(now)
        )
        for level, report in zip(small_levels, reports):
            alone = sokoscope.solve(level, goal="moves").solution
            assert report.solution.moves == alone.moves
    n = len(small_levels)
    assert sorted(heard) == sorted([(i, n) for i in range(1, n + 1)] * 2)


def test_what_has_no_solution_is_proved():
    level = sokoscope.Level("######\n#$  .#\n#  @ #\n######")
    report = sokoscope.solve(level)
    assert not report and (report.outcome, report.solution) == ("unsolvable", None)


def test_limits_are_kept(endless):
    report = sokoscope.solve(endless, engine="bfs", expansions=500)
    assert (report.outcome, report.reason, report.expanded) == ("stopped", "expansions", 500)
    report = sokoscope.solve(endless, engine="bfs", time=0.05)
    assert report.reason == "time"
    report = sokoscope.solve(endless, engine="bfs", memory=1 << 20)
    assert report.reason == "memory"


def test_moves_are_made_better():
    level = sokoscope.Level("#######\n#@ $ .#\n#     #\n#######")
    better = sokoscope.optimise(level, "drlurRR", metrics="moves,pushes")
    assert (better.lurd, better.moves) == ("rRR", 3)


def test_bad_requests_are_told():
    level = sokoscope.Level(LEVEL)
    for wrong, words in [
        ({"engine": "deep thought"}, "champion"),
        ({"goal": "fun"}, "pushes"),
        ({"engine": "greedy", "goal": "moves"}, "greedy"),
        ({"time": -1.0}, "seconds"),
    ]:
        with pytest.raises(ValueError, match=words):
            sokoscope.solve(level, **wrong)
    with pytest.raises(sokoscope.MoveError) as caught:
        level.verify("rRx")
    assert caught.value.column == 3
    with pytest.raises(sokoscope.MoveError, match="move 2"):
        level.verify("ru")
    with pytest.raises(ValueError, match="box-lines|first"):
        sokoscope.optimise(level, "rRR", metrics="box-lines")
    with pytest.raises(TypeError):
        sokoscope.solve("no level")


def test_what_a_listener_raises_ends_the_search(endless):
    class Enough(Exception):
        pass

    def listen(phase, seconds, expanded, stored):
        assert seconds > 0 and expanded > 0
        raise Enough

    with pytest.raises(Enough):
        sokoscope.solve(endless, engine="bfs", progress=listen)


def interrupted(work) -> None:
    """Does some work that Ctrl-C ends after a moment."""
    # Whoever starts the tests in the background may have them ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    timer.join()


def test_ctrl_c_ends_everything_that_takes_long(endless):
    interrupted(lambda: sokoscope.solve(endless, engine="bfs"))
    interrupted(lambda: sokoscope.solve_many([endless] * 3, engine="bfs", threads=2))
    interrupted(lambda: sokoscope.explore(endless))


def test_other_threads_go_on_meanwhile(endless):
    turns, done = [0], threading.Event()

    def count():
        while not done.is_set():
            turns[0] += 1

    def listen(phase, seconds, expanded, stored):
        # The search is not over, and the other thread has had its turns.
        if turns[0] > 1000:
            raise StopIteration

    other = threading.Thread(target=count)
    other.start()
    try:
        with pytest.raises(StopIteration):
            sokoscope.solve(endless, engine="bfs", progress=listen)
    finally:
        done.set()
        other.join()
