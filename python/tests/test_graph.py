"""Whole graphs as arrays."""

import numpy as np
import pytest
from conftest import Plain

import sokoscope


def test_graphs_are_what_a_plain_search_finds(small_levels):
    for level in small_levels:
        graph = sokoscope.explore(level)
        plain = Plain(str(level))
        truth = plain.to_go()
        # The graph leaves out boxes on squares from which none reaches a goal.
        assert graph.stopped is None and len(graph) <= len(truth)
        seen = set()
        for state in range(len(graph)):
            there = Plain(str(graph.level(state)))
            key = (there.boxes, min(there.area(there.boxes, there.man)))
            left = truth[key]
            assert graph.to_go[state] == (-1 if left is None else left)
            seen.add(key)
        assert len(seen) == len(graph)
        alive = {state for state, left in truth.items() if left is not None}
        assert alive <= seen


def test_arrays_are_the_graphs_own(small_levels):
    graph = sokoscope.explore(small_levels[0], threads=1)
    n = graph.n_states
    assert graph.targets is graph.targets and graph.keys is graph.keys
    for array in (graph.keys, graph.targets, graph.row_starts, graph.depth, graph.to_go):
        assert not array.flags.owndata, "its memory is the graph's"
    assert graph.keys.shape[0] == n == len(graph.depth) == len(graph.row_starts) - 1
    assert graph.row_starts[0] == 0 and graph.row_starts[-1] == graph.n_edges == len(graph.targets)
    starts = graph.row_starts.astype(np.int64)
    sources = np.repeat(np.arange(n), np.diff(starts))
    # A push goes one deeper at the most, and saves one push at the most.
    assert (graph.depth[graph.targets] <= graph.depth[sources] + 1).all()
    alive = (graph.to_go[sources] >= 0) & (graph.to_go[graph.targets] >= 0)
    assert (graph.to_go[graph.targets][alive] >= graph.to_go[sources][alive] - 1).all()
    assert (np.unique(graph.keys, axis=0).shape[0]) == n
    keys = graph.keys
    first = keys[0].copy()
    del graph
    assert (keys[0] == first).all(), "arrays outlive the graph"


def test_boards_of_states(small_levels):
    level = small_levels[1]
    graph = sokoscope.explore(level)
    boards = graph.symbols(np.array([0, len(graph) - 1]))
    assert (boards[0] == level.symbols()).all()
    assert boards.shape == (2, level.height, level.width)
    with pytest.raises(IndexError):
        graph.symbols(np.array([len(graph)]))
    with pytest.raises(IndexError):
        graph.symbols(np.array([-1]))
    with pytest.raises(IndexError):
        graph.level(len(graph))


def test_a_graph_may_be_cut_off(endless):
    graph = sokoscope.explore(endless, max_states=1000, threads=1)
    assert graph.stopped == "expansions"
    assert graph.row_starts[1000] == graph.n_edges
    assert len(graph) > 1000
