"""Small levels, and the rules of Sokoban once more, plainly, to hold the package against."""

from __future__ import annotations

from collections import deque

import pytest

import sokoscope

STEPS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}


class Plain:
    """The plainest game there is: sets of places, nothing shared with the package."""

    def __init__(self, text: str) -> None:
        rows = text.strip("\n").split("\n")
        places = {(y, x): c for y, row in enumerate(rows) for x, c in enumerate(row)}
        self.walls = frozenset(at for at, c in places.items() if c == "#")
        self.goals = frozenset(at for at, c in places.items() if c in ".*+")
        self.boxes = frozenset(at for at, c in places.items() if c in "$*")
        self.man = next(at for at, c in places.items() if c in "@+")

    def step(self, boxes, man, letter):
        """Boxes and man after a step; the same if it is not possible."""
        dy, dx = STEPS[letter]
        to = (man[0] + dy, man[1] + dx)
        if to in self.walls:
            return boxes, man
        if to in boxes:
            beyond = (to[0] + dy, to[1] + dx)
            if beyond in self.walls or beyond in boxes:
                return boxes, man
            boxes = boxes - {to} | {beyond}
        return boxes, to

    def area(self, boxes, man):
        seen, queue = {man}, [man]
        while queue:
            y, x = queue.pop()
            for dy, dx in STEPS.values():
                at = (y + dy, x + dx)
                if at not in self.walls and at not in boxes and at not in seen:
                    seen.add(at)
                    queue.append(at)
        return seen

    def pushes(self, boxes, man):
        area = self.area(boxes, man)
        for y, x in boxes:
            for letter, (dy, dx) in STEPS.items():
                if (y - dy, x - dx) in area:
                    after, at = self.step(boxes, (y - dy, x - dx), letter)
                    if after != boxes:
                        yield after, min(self.area(after, at))

    def to_go(self):
        """The fewest pushes of every position that can be reached, None where lost."""
        start = (self.boxes, min(self.area(self.boxes, self.man)))
        after, queue = {}, deque([start])
        while queue:
            state = queue.popleft()
            if state not in after:
                after[state] = set(self.pushes(*state))
                queue.extend(after[state])
        before = {state: [] for state in after}
        for state, nexts in after.items():
            for there in nexts:
                before[there].append(state)
        left = dict.fromkeys(after)
        queue = deque(state for state in after if state[0] <= self.goals)
        for state in queue:
            left[state] = 0
        while queue:
            state = queue.popleft()
            for earlier in before[state]:
                if left[earlier] is None:
                    left[earlier] = left[state] + 1
                    queue.append(earlier)
        return left


@pytest.fixture(scope="session")
def small_levels() -> list[sokoscope.Level]:
    return sokoscope.generate(12, width=7, height=6, boxes=2, min_pushes=3, seed=5)


@pytest.fixture
def endless() -> sokoscope.Level:
    """A level that breadth-first search does not come to the end of in a lifetime."""
    room = ["#" * 16] + ["#" + " " * 14 + "#"] * 12 + ["#" * 16]
    rows = [list(row) for row in room]
    for x in range(3, 13):
        rows[4][x] = "$"
        rows[10][x] = "."
    rows[1][1] = "@"
    # The last goal is out of reach, and nothing at the start says so.
    return sokoscope.Level("\n".join("".join(row) for row in rows))
