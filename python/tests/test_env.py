"""The environments, against the plain rules and against each other."""

import inspect

import gymnasium
import numpy as np
import pytest
from conftest import Plain
from gymnasium.utils.env_checker import check_env

import sokoscope
from sokoscope._games import Games, Options

OBSERVATIONS = ("symbols", "one_hot", "tiny_rgb", "rgb")
LETTERS = "udlr"
# Tiny pictures have the colours of gym-sokoban.
TINY = np.array(
    [(0, 0, 0), (243, 248, 238), (254, 126, 125), (254, 95, 56), (142, 121, 56), (160, 212, 56), (219, 212, 56)],
    np.uint8,
)


def symbols_of(observation: str, frame: np.ndarray, cell: int) -> np.ndarray:
    """The symbols that an observation shows."""
    if observation == "symbols":
        return frame
    if observation == "one_hot":
        assert (frame.sum(axis=0) == 1).all()
        return frame.argmax(axis=0)
    if observation == "tiny_rgb":
        return (frame[:, :, None] == TINY).all(axis=3).argmax(axis=2)
    # Each cell is one of seven tiles, which a board with all symbols has.
    board = sokoscope.Level("#######\n# .*$@#\n# $.  #\n#######")
    tiles = gymnasium.make("Sokoscope-v0", levels=board, observation="rgb", cell=cell)
    other = gymnasium.make(
        "Sokoscope-v0", levels=sokoscope.Level("#####\n#+$ #\n#####"), observation="rgb", cell=cell
    )
    looks, _ = tiles.reset(seed=0)
    man_on_goal, _ = other.reset(seed=0)

    def tile(picture, y, x):
        return picture[y * cell : (y + 1) * cell, x * cell : (x + 1) * cell]

    known = [tile(looks, 0, 0), *(tile(looks, 1, x) for x in range(1, 6)), tile(man_on_goal, 1, 1)]
    height, width = frame.shape[0] // cell, frame.shape[1] // cell
    found = np.zeros((height, width), np.uint8)
    for y in range(height):
        for x in range(width):
            same = [number for number, look in enumerate(known) if (look == tile(frame, y, x)).all()]
            assert len(same) == 1
            found[y, x] = same[0]
    return found


def plain_symbols(plain: Plain, boxes, man, shape) -> np.ndarray:
    floor = plain.area(frozenset(), man)
    board = np.zeros(shape, np.uint8)
    for at in floor:
        on_goal = at in plain.goals
        board[at] = 2 if on_goal else 1
        if at in boxes:
            board[at] = 3 if on_goal else 4
        if at == man:
            board[at] = 6 if on_goal else 5
    return board


@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_check_env_passes(observation, small_levels):
    env = gymnasium.make(
        "Sokoscope-v0", levels=small_levels, observation=observation, render_mode="rgb_array"
    )
    check_env(env.unwrapped, skip_render_check=False)
    random = gymnasium.make("Sokoscope-v0", levels=sokoscope.RandomLevels(6, 6, 1, 1))
    check_env(random.unwrapped)


@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_games_follow_the_rules(observation, small_levels):
    cell = 4
    env = gymnasium.make(
        "Sokoscope-v0", levels=small_levels, observation=observation, cell=cell, max_steps=30
    ).unwrapped
    random = np.random.default_rng(3)
    for number, level in enumerate(small_levels[:4]):
        frame, info = env.reset(seed=number, options={"level": number})
        assert info["level"] == number and env.level == level
        plain = Plain(str(level))
        boxes, man = plain.boxes, plain.man
        for step in range(1, 31):
            action = random.integers(4)
            before = len(boxes & plain.goals)
            boxes, man = plain.step(boxes, man, LETTERS[action])
            frame, reward, terminated, truncated, _ = env.step(action)
            shown = symbols_of(observation, frame, cell)
            assert (shown == plain_symbols(plain, boxes, man, shown.shape)).all()
            is_solved = boxes <= plain.goals
            expected = -0.1 + len(boxes & plain.goals) - before + 10 * is_solved
            assert reward == pytest.approx(expected)
            assert terminated == is_solved and truncated == (step == 30 and not is_solved)
            if terminated:
                break


def test_solutions_end_games_and_rewards_can_be_chosen(small_levels):
    rewards = {"step": 0.0, "box_on": 0.25, "box_off": -0.25, "solved": 1.0}
    env = gymnasium.make("Sokoscope-v0", levels=small_levels, rewards=rewards, max_steps=None).unwrapped
    for number, level in enumerate(small_levels):
        env.reset(options={"level": number})
        total, terminated = 0.0, False
        for letter in sokoscope.solve(level).solution.lurd.lower():
            assert not terminated
            _, reward, terminated, truncated, _ = env.step(LETTERS.index(letter))
            total += reward
        assert terminated and not truncated
        goals = Plain(str(level)).goals & Plain(str(level)).boxes
        assert total == pytest.approx(1 + 0.25 * (level.n_boxes - len(goals)))


def test_what_is_foreseen_is_true(small_levels):
    """Against the plain search; with graphs everything is known, with tests no lie is told."""
    random = np.random.default_rng(1)
    n_left_out = n_dead = 0
    for graph_states in (100_000, 0):
        env = gymnasium.make(
            "Sokoscope-v0",
            levels=small_levels,
            dead=True,
            distance=True,
            action_mask=True,
            graph_states=graph_states,
        ).unwrapped
        for number, level in enumerate(small_levels):
            plain = Plain(str(level))
            truth = plain.to_go()
            _, info = env.reset(options={"level": number})
            boxes, man = plain.boxes, plain.man
            for _ in range(25):
                left = truth[(boxes, min(plain.area(boxes, man)))]
                if graph_states or info["dead"]:
                    assert info["dead"] == (left is None)
                if graph_states:
                    assert info["distance"] == (-1 if left is None else left)
                n_dead += info["dead"]
                assert (env.action_masks() == info["action_mask"].astype(bool)).all()
                for action, allowed in enumerate(info["action_mask"]):
                    after, at = plain.step(boxes, man, LETTERS[action])
                    if not allowed and at != man:
                        assert after != boxes, "a walk is never left out"
                        assert truth[(after, min(plain.area(after, at)))] is None
                        n_left_out += 1
                action = random.integers(4)
                boxes, man = plain.step(boxes, man, LETTERS[action])
                _, _, terminated, _, info = env.step(action)
                if terminated:
                    break
    assert n_left_out > 10 and n_dead > 10


def test_many_games_are_as_many_single_ones(small_levels):
    for observation in OBSERVATIONS:
        options = {"levels": small_levels, "observation": observation, "max_steps": 9, "distance": True}
        many = gymnasium.make_vec(
            "Sokoscope-v0", num_envs=5, vectorization_mode="vector_entry_point", **options
        )
        ones = [gymnasium.make("Sokoscope-v0", **options).unwrapped for _ in range(5)]
        frames, infos = many.reset(seed=40)
        assert many.observation_space.contains(frames)
        firsts = [one.reset(seed=40 + i) for i, one in enumerate(ones)]
        assert (frames == np.stack([frame for frame, _ in firsts])).all()
        assert infos["distance"].tolist() == [info["distance"] for _, info in firsts]
        random = np.random.default_rng(2)
        over = [False] * 5
        for _ in range(40):
            actions = random.integers(0, 4, 5)
            frames, rewards, terminated, truncated, infos = many.step(actions)
            for i, one in enumerate(ones):
                if over[i]:
                    frame, info = one.reset()
                    expected = (0.0, False, False)
                else:
                    frame, *expected, info = one.step(actions[i])
                    expected = tuple(expected)
                assert (frames[i] == frame).all()
                assert (rewards[i], terminated[i], truncated[i]) == expected
                assert infos["distance"][i] == info["distance"] and infos["_distance"][i]
                over[i] = expected[1] or expected[2]


def test_frames_are_kept_or_shared(small_levels):
    own = sokoscope.SokoscopeVec(2, small_levels)
    shared = sokoscope.SokoscopeVec(2, small_levels, copy=False)
    before, _ = own.reset(seed=1)
    kept = before.copy()
    first, _ = shared.reset(seed=1)
    for action in [[0, 1], [2, 3], [1, 0], [3, 2]]:
        mine, *_ = own.step(action)
        again, *_ = shared.step(action)
        assert again is first and (again == mine).all()
    assert (before == kept).all()
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0, 0] = 1


def test_seeds_choose_the_levels(small_levels):
    env = gymnasium.make("Sokoscope-v0", levels=small_levels).unwrapped

    def played(seed):
        return [env.reset(seed=seed if i == 0 else None)[1]["level"] for i in range(12)]

    assert played(1) == played(1) and played(1) != played(2)
    assert len(set(played(1))) > 3
    turns = gymnasium.make("Sokoscope-v0", levels=small_levels, order="in_turn").unwrapped
    assert [turns.reset()[1]["level"] for _ in range(14)] == [i % 12 for i in range(14)]


def test_levels_come_from_anywhere(tmp_path, small_levels):
    text = "".join(f"; {i}\n{level}\n" for i, level in enumerate(small_levels))
    (tmp_path / "000.txt").write_text(text)
    for source in (text, tmp_path, str(tmp_path / "000.txt"), small_levels, tuple(small_levels)):
        env = gymnasium.make("Sokoscope-v0", levels=source).unwrapped
        env.reset(seed=1, options={"level": 11})
        assert env.level == small_levels[11]
    assert gymnasium.make("Sokoscope-v0").unwrapped.reset(seed=1)[1]["level"] is not None
    env = gymnasium.make("Sokoscope-v0", levels=small_levels[0], render_mode="ansi").unwrapped
    env.reset()
    assert env.render().split() == str(small_levels[0]).split()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"observation": "smell"}, "one_hot"),
        ({"observation": "rgb", "cell": 1}, "pixels"),
        ({"order": "by taste"}, "in_turn"),
        ({"rewards": {"sleep": 1}}, "box_on"),
        ({"levels": []}, "no levels"),
        ({"levels": sokoscope.RandomLevels(4, 4, 9, 1)}, "generated"),
        ({"levels": "#####\n#@$ #\n#####"}, "more boxes"),
    ],
)
def test_bad_terms_are_told(wrong, words):
    with pytest.raises(ValueError, match=words):
        sokoscope.SokoscopeEnv(**wrong)


def test_both_environments_have_the_same_options():
    parameters = inspect.signature(Games).parameters
    named = [name for name, one in parameters.items() if one.kind is one.KEYWORD_ONLY]
    assert list(Options.__annotations__) == named
    for make in (sokoscope.SokoscopeEnv, sokoscope.SokoscopeVec):
        with pytest.raises(TypeError, match="colour"):
            make(levels="tutorial", colour="red")


def test_bad_steps_are_told(small_levels):
    env = sokoscope.SokoscopeVec(3, small_levels)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="no action 4"):
        env.step([0, 4, 0])
    with pytest.raises(ValueError, match="2 places"):
        env.step([0, 0])
    one = sokoscope.SokoscopeEnv(small_levels)
    with pytest.raises(ValueError, match="no level 12"):
        one.reset(options={"level": 12})
