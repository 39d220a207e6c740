"""The reader of screenshots: its arithmetic, its roles, its bounds, a whole screen."""

from __future__ import annotations

import io
import json
import struct
import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from analyzer.api.screens import WHICH_UP, notes_on, screen_to_json, view_of
from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.vision import _layers, apart, reader, screen
from analyzer.vision._deck import by_color, inks, suit_places, with_suit_at
from analyzer.vision.finder import Index, find
from analyzer.vision.picture import LARGEST, SIDE, open_picture
from analyzer.vision.roles import ScreenRole
from analyzer.vision.screen import Screen, Sighting, read_screen
from tests.sizes import more_at_night
from tests.unit.test_cli import document, error_of
from tests.unit.test_screen_roles import index
from tests.workshop.vision.spoiling import CHANGES

SCREEN = Path(__file__).parents[1] / "examples" / "screen.png"
HAND = ["7h", "8h", "9h", "4c", "4d", "4s", "Kd", "Qd", "2c", "Ac"]


def pillow() -> Any:
    return pytest.importorskip("PIL.Image")


def as_png(width: int, height: int, data: bytes = b"") -> bytes:
    """A PNG with any size in its head, whatever its data are."""

    def part(name: bytes, body: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(name + body))
        return struct.pack(">I", len(body)) + name + body + check

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", data) + part(b"IEND", b"")


# ---------------------------------------------------------------- arithmetic


def test_layers_are_convolutions() -> None:
    rng = np.random.default_rng(1)
    kernel = rng.normal(size=(9 * 3, 3)).astype(np.float32)
    bias = rng.normal(size=3).astype(np.float32)
    net = _layers.Weights({"a.at.0.kernel": kernel, "a.at.0.bias": bias, "b.x": bias}, "a")
    x = rng.normal(size=(2, 5, 4, 3)).astype(np.float32)
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    expected = x.copy()
    for n, row, column in np.ndindex(2, 5, 4):
        seen = padded[n, row : row + 3, column : column + 3].reshape(-1)
        expected[n, row, column] += np.maximum(seen @ kernel + bias, 0)
    assert np.allclose(net.deepen(x, "at"), expected, atol=1e-5)


def test_large_pictures_are_worked_on_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    arrays = {"a.at.0.kernel": rng.normal(size=(18, 2)), "a.at.0.bias": rng.normal(size=2)}
    x = rng.normal(size=(3, 11, 7, 2)).astype(np.float32)
    whole = _layers.Weights(arrays, "a").deepen(x, "at")
    monkeypatch.setattr(_layers, "_ROOM", 300)
    assert np.allclose(_layers.Weights(arrays, "a").deepen(x, "at"), whole, atol=1e-5)


# ---------------------------------------------------------------- roles and choices


def sighting(card: str, role: ScreenRole = ScreenRole.HAND, certainty: float = 0.99) -> Sighting:
    return Sighting(Card.of(card), certainty, role, (0, 0, 20, 40), 20.0)


def test_a_view_has_the_upcard_only_where_one_card_may_be_it() -> None:
    hand = tuple(sighting(card) for card in HAND)
    one = Screen(900, 800, (*hand, sighting("5s", ScreenRole.UP)))
    assert view_of(one) == f"hand: {' '.join(HAND)}\npile: 5s"
    assert notes_on(one) == []
    two = Screen(900, 800, (*one.sightings, sighting("2d", ScreenRole.UP)))
    assert view_of(two) == f"hand: {' '.join(HAND)}"
    assert notes_on(two) == [WHICH_UP]


def test_what_should_be_looked_at_is_said() -> None:
    nine = Screen(900, 800, (*(sighting(card) for card in HAND[:8]), sighting("Ac", certainty=0.6)))
    assert notes_on(nine) == [
        "The hand has 9 cards here; ten or eleven belong in it.",
        "Look at these again: A♣.",
    ]
    assert notes_on(Screen(900, 800, ())) == ["No card was found on this picture."]
    assert view_of(Screen(900, 800, ())) == ""


def chances(*given: tuple[str, float]) -> Any:
    values = np.full(52, 1e-4, dtype=np.float32)
    for name, chance in given:
        values[screen._CARDS.index(Card.of(name))] = chance
    return values


def test_a_doubtful_card_is_not_what_a_surer_one_is() -> None:
    sure = screen._Candidate(index(0, 0), chances(("5c", 0.97)))
    doubtful = screen._Candidate(index(50, 0), chances(("5c", 0.6), ("5s", 0.35)))
    chosen = screen._one_of_each([doubtful, sure])
    assert [screen._CARDS[place] for _, place in chosen] == [Card.of("5c"), Card.of("5s")]


def test_what_a_text_names_is_not_taken_from_a_card() -> None:
    named = screen._Candidate(index(0, 0, size=9), chances(("8c", 0.97)))
    card = screen._Candidate(index(50, 0), chances(("8c", 0.7), ("8s", 0.25)))
    assert [screen._CARDS[k] for _, k in screen._one_of_each([card, named])] == [Card.of("8c")] * 2


def test_a_card_that_is_shown_twice_is_said_twice() -> None:
    sure = screen._Candidate(index(0, 0), chances(("5c", 0.97)))
    shown = screen._Candidate(index(500, 0), chances(("5c", 0.85), ("5s", 0.1)))
    chosen = screen._one_of_each([shown, sure])
    assert [screen._CARDS[place] for _, place in chosen] == [Card.of("5c")] * 2


def test_the_digits_of_a_wide_ten_are_one_card() -> None:
    ten = screen._Candidate(index(100, 0), chances(("Th", 0.9)))
    zero = screen._Candidate(replace(index(122, 0), score=0.5), chances(("Th", 0.8)))
    close = screen._Candidate(replace(index(122, 0), score=0.5), chances(("Qh", 0.8)))
    fanned = screen._Candidate(replace(index(140, 0), score=0.5), chances(("Th", 0.8)))
    assert screen._once([zero, ten]) == [ten]
    assert screen._once([ten, close, fanned]) == [ten, close, fanned]
    same = screen._Candidate(replace(index(105, 0), score=0.5), chances(("8h", 0.8)))
    assert screen._once([ten, same]) == [ten]


def test_both_corners_are_one_card() -> None:
    upright = screen._Candidate(index(0, 0), chances(("5c", 0.5), ("5s", 0.5)))
    turned = screen._Candidate(index(90, 130, angle=3.1), chances(("5c", 0.95)))
    other = screen._Candidate(index(90, 130, angle=3.1), chances(("6c", 0.95)))
    beside = screen._Candidate(index(90, 0, angle=3.1), chances(("5c", 0.95)))
    (one,) = screen._one_a_card([turned, upright])
    assert one.index == upright.index and one.chances[one.order[0]] > 0.99
    assert screen._CARDS[one.order[0]] == Card.of("5c")
    assert screen._one_a_card([other, upright]) == [upright, other]
    assert screen._one_a_card([beside, upright]) == [upright, beside]
    sure = screen._Candidate(index(0, 0), chances(("5c", 0.95)))
    assert screen._one_a_card([other, sure]) == [sure]
    clear = screen._Candidate(index(90, 130, angle=3.1), chances(("6c", 0.97)))
    assert screen._one_a_card([clear, sure]) == [sure, clear]


def test_a_card_of_which_the_turned_corner_is_seen_has_its_role_by_the_other() -> None:
    first = screen._Candidate(index(100, 100), chances(("5c", 0.99)))
    its_corner = screen._Candidate(index(180, 220, angle=np.pi), chances(("5c", 0.99)))
    alone = screen._Candidate(index(230, 222, angle=np.pi), chances(("9h", 0.99)))
    _, other = screen._one_a_card([first, its_corner, alone])
    assert other.index == alone.index and other.corner
    assert np.allclose((other.corner.x, other.corner.y, other.corner.angle), (150, 102, 0))


def test_what_is_doubtful_and_of_another_size_is_no_card_of_the_screen() -> None:
    sure = [screen._Candidate(index(30 * k, 0), chances((f"{k}c", 0.99))) for k in range(2, 7)]
    icon = screen._Candidate(index(500, 0, size=53), chances(("5h", 0.6)))
    alike = screen._Candidate(index(500, 0, size=22), chances(("5h", 0.6)))
    pile = screen._Candidate(index(500, 0, size=53), chances(("5h", 0.99)))

    def left(*more: screen._Candidate) -> list[screen._Candidate]:
        chosen = [(candidate, candidate.order[0]) for candidate in (*sure, *more)]
        return [candidate for candidate, _ in screen._of_one_size(chosen)]

    assert left(icon) == sure
    assert left(alike, pile) == [*sure, alike, pile]
    assert screen._of_one_size([(icon, 0)]) == [(icon, 0)]


def test_colors_of_sure_cards_say_what_doubtful_ones_are() -> None:
    sure = np.array([[0.97, 0.01, 0.01, 0.01], [0.01, 0.97, 0.01, 0.01]] * 2, dtype=np.float32)
    doubtful = np.array([[0.5, 0.5, 0, 0]], dtype=np.float32)
    purple, gray = (-0.2, -0.4, -0.1), (-0.4, -0.4, -0.4)
    colors = np.array([gray, purple, gray, purple, purple], dtype=np.float32)
    weighed = by_color(np.concatenate([sure, doubtful]), colors)
    assert weighed[4, 1] > 0.9 and np.allclose(weighed.sum(axis=1), 1)
    one_color = by_color(np.concatenate([sure, doubtful]), np.zeros((5, 3), dtype=np.float32))
    assert abs(one_color[4, 0] - 0.5) < 0.01


def test_ink_is_what_differs_from_its_paper() -> None:
    crop = np.ones((2, 40, 40, 3), dtype=np.float32)
    crop[:, 14:26, 18:22] = (1, -1, -1)
    crop[1] = (crop[1] + 1) * 0.4 - 1
    bright, dimmed = inks(crop)
    assert np.allclose(bright, (0, -1, -1), atol=0.05)
    assert np.allclose(bright, dimmed, atol=0.05)


def test_a_suit_is_looked_for_where_sure_cards_have_theirs() -> None:
    below = [index(50 + 30 * k, 700, size=20 + k) for k in range(4)]
    turned = replace(index(300, 400, angle=np.pi), suit_y=380)
    beside = [replace(index(50 + 30 * k, 300), suit_x=80 + 30 * k, suit_y=300) for k in range(2)]
    alone = replace(index(500, 100), suit_x=600)
    places = suit_places([*below, turned, *beside, alone])
    assert np.allclose(places, [(0, 1, 0.7), (1.5, 0, 0.7)], atol=0.06)
    found = with_suit_at(index(100, 100, size=10, angle=np.pi / 2), places[0])
    assert np.allclose((found.suit_x, found.suit_y, found.suit_size), (90, 100, 7), atol=0.6)
    assert suit_places([alone, beside[0]]) == [] and suit_places([alone]) == []


def test_several_looks_say_what_most_of_them_see_and_none_if_all_do() -> None:
    looks = [[(0.6, 0.3, 0.1)], [(0.1, 0.1, 0.8)], [(0.2, 0.7, 0.1)]]
    both = reader._together([np.array(look, dtype=np.float32) for look in looks])
    assert np.allclose(both, [[0.405, 0.495, 0.1]])


def test_only_what_is_doubtful_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that is sure of what stands at the left, and a locator that moves all down."""

    def read(_: object, indices: Sequence[Index], *nets: object) -> reader.Seen:
        ranks = np.full((len(indices), 14), 0.001, dtype=np.float32)
        ranks[:, 4] = [0.99 if i.x < 50 else 0.6 for i in indices]
        ranks[:, 5] = [0.0 if i.x < 50 else 0.1 * i.y for i in indices]
        suits = np.array([(0.99, 0, 0, 0, 0.01)] * len(indices), dtype=np.float32)
        return reader.Seen(ranks, suits, np.zeros((len(indices), 3), dtype=np.float32))

    def moved(_: object, indices: Sequence[Index], __: object) -> list[Index]:
        return [replace(i, y=i.y + 2) for i in indices]

    monkeypatch.setattr(reader, "_read", read)
    monkeypatch.setattr(reader, "locate", moved)
    nets = dict.fromkeys(("locator", "rank", "suit"), _layers.Weights({}, "none"))
    clear, doubtful = index(10, 0), index(90, 0)
    found, seen = reader.look([], [clear, doubtful], nets)
    assert found[0] == clear and found[1].x == 90 and abs(found[1].y - 5 / 3) < 1e-9
    assert seen.ranks[0, 4] > 0.98 and 0.1 < seen.ranks[1, 5] / seen.ranks[1, 4] < 0.35
    assert reader.look([], [clear], nets)[0] == [clear]


def test_a_suit_out_of_sight_is_searched_all_around(monkeypatch: pytest.MonkeyPatch) -> None:
    """A net that sees a suit only 3.6 heights to the right of the rank, half as tall."""

    def seen(_: object, indices: Sequence[Index], __: object) -> Any:
        away = [abs(i.suit_x - i.x - 72) + abs(i.suit_y - i.y) + abs(i.suit_size - 10)
                for i in indices]  # fmt: skip
        spade = np.maximum(0, 0.99 - np.array(away, dtype=np.float32) / 40)
        none = np.zeros_like(spade)
        return np.stack([none, none, none, spade, 1 - spade], axis=1)

    monkeypatch.setattr(reader, "_suits", seen)
    ranks = np.full((3, 14), 0.001, dtype=np.float32)
    ranks[:, 4] = 0.98
    suits = np.array([(0, 0, 0, 0, 1)] * 3, dtype=np.float32)
    given = [index(100 * k, 50) for k in range(3)]
    unread = reader.Seen(ranks, suits, np.zeros((3, 3), dtype=np.float32))
    found, again = reader.read_again([], given, unread, _layers.Weights({}, "suit"))
    assert again.suits[:, 3].min() > 0.8
    assert all(abs(i.suit_x - i.x - 72) < 4 for i in found)


# ---------------------------------------------------------------- pictures


def broken() -> dict[str, bytes]:
    whole = SCREEN.read_bytes()
    return {
        "nothing": b"",
        "text": b"hand: 7h 8h 9h",
        "a page": b"<html><body>hello</body></html>",
        "half of one": whole[: len(whole) // 2],
        "a head alone": whole[:33],
        "huge": as_png(60_000, 60_000),
        "large": as_png(9_000, 9_000),
        "without data": as_png(200, 200),
        "tiny": as_png(8, 8, zlib.compress(b"\0" + b"\0" * 24)),
        "too many bytes": whole + b"\0" * LARGEST,
    }


@pytest.mark.parametrize("kind", broken())
def test_what_is_no_picture_gets_a_sentence(kind: str) -> None:
    pillow()
    with pytest.raises(InputError) as refusal:
        open_picture(broken()[kind])
    assert refusal.value.where == "picture" and refusal.value.hint


def spoiled(number: int) -> bytes:
    """A file that may be no picture: cut, damaged, of another format, moving, too large."""
    image, rng = pillow(), Random(number)
    size = rng.randint(50, 300), rng.randint(50, 300)
    picture = image.frombytes("RGB", size, rng.randbytes(3 * size[0] * size[1]))
    name = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "PDF", "ICO")[number % 8]
    buffer = io.BytesIO()
    more = {"save_all": True, "append_images": [picture.rotate(90)]} if rng.random() < 0.2 else {}
    picture.save(buffer, name, **more if name in {"PNG", "WEBP", "GIF", "TIFF", "PDF"} else {})
    data = bytearray(buffer.getvalue())
    match rng.randrange(4):
        case 0:
            del data[rng.randrange(len(data)) :]
        case 1:
            for _ in range(rng.randint(1, 40)):
                data[rng.randrange(len(data))] = rng.randrange(256)
        case 2:
            at = rng.randrange(min(64, len(data)))
            data[at : at + rng.randint(1, 8)] = rng.randbytes(rng.randint(0, 8))
        case _ if rng.random() < 0.5:
            data = bytearray(as_png(rng.choice((1, 70, 9_000, 70_000)), 9_000, rng.randbytes(99)))
    return bytes(data)


@more_at_night("many, read", (48, open_picture), (500, apart.read_picture))
def test_whatever_is_brought_is_read_or_gets_a_sentence_and_leaves_no_file(
    many: int, read: Callable[[bytes], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pillow()
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    refused = 0
    for number in range(many):
        try:
            read(spoiled(number))
        except InputError as refusal:
            assert refusal.where == "picture" and refusal.message and refusal.hint, number
            refused += 1
    assert many * 0.6 < refused < many
    assert list(tmp_path.rglob("*")) == []


def test_reading_leaves_nothing_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "TMPDIR"):
        monkeypatch.setenv(name, str(tmp_path))
    assert apart.read_picture(SCREEN.read_bytes()).crops
    assert list(tmp_path.rglob("*")) == []


def test_what_moves_is_refused_and_other_formats_too() -> None:
    image = pillow()
    frames = [image.new("RGB", (100, 100), color) for color in ("red", "blue")]
    moving, gif = io.BytesIO(), io.BytesIO()
    frames[0].save(moving, "WEBP", save_all=True, append_images=frames[1:])
    frames[0].save(gif, "GIF")
    with pytest.raises(InputError, match="it moves"):
        open_picture(moving.getvalue())
    with pytest.raises(InputError, match="this is no picture"):
        open_picture(gif.getvalue())


def test_pictures_are_turned_flattened_and_scaled() -> None:
    image = pillow()
    lying = image.new("RGB", (400, 200), "red")
    exif = image.Exif()
    exif[0x0112] = 6
    buffer = io.BytesIO()
    lying.save(buffer, "JPEG", exif=exif)
    assert open_picture(buffer.getvalue()).shape == (800, 400, 3)
    see_through = io.BytesIO()
    lying.convert("RGBA").save(see_through, "PNG", exif=exif)
    assert open_picture(see_through.getvalue()).shape == (800, 400, 3)
    clear = io.BytesIO()
    image.new("RGBA", (3600, 1800), (0, 0, 0, 0)).save(clear, "PNG")
    pixels = open_picture(clear.getvalue())
    assert pixels.shape == (SIDE // 2, SIDE, 3) and pixels.min() == 255


# ---------------------------------------------------------------- a whole screen


@cache
def read_here() -> Screen:
    """The screen as it is read in this process: seconds of work, so once."""
    pillow()
    return read_screen(open_picture(SCREEN.read_bytes()))


def assert_alike(some: Sequence[Sighting], others: Sequence[Sighting]) -> None:
    """See that two readings differ by nothing but the order in which was summed."""
    assert [(s.card, s.role, s.others) for s in some] == [
        (s.card, s.role, s.others) for s in others
    ]
    for first, second in zip(some, others, strict=True):
        assert first.certainty == pytest.approx(second.certainty, abs=0.001)
        assert first.size == pytest.approx(second.size, rel=0.001)
        assert first.box == pytest.approx(second.box, abs=1)


def test_a_screen_is_read() -> None:
    read = read_here()
    assert [str(s.card) for s in read.of(ScreenRole.HAND)] == HAND
    assert [str(s.card) for s in read.of(ScreenRole.UP)] == ["5s"]
    assert read.of(ScreenRole.OTHER) == ()
    seven, king = read.sightings[0].box, read.sightings[6].box
    assert seven[0] < 2 * 75 < seven[2] and seven[1] < 2 * 445 < seven[3]
    assert king[0] < 2 * 487 < king[2]


@pytest.mark.parametrize("missed", [0, 4, 9])
def test_a_card_that_was_not_found_is_looked_for_where_the_row_has_room(
    missed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pillow()
    left, top, right, bottom = read_here().of(ScreenRole.HAND)[missed].box
    monkeypatch.setattr(screen, "find", lambda picture, net: [
        i for i in find(picture, net) if not (left < i.x < right and top < i.y < bottom)
    ])  # fmt: skip
    read = read_screen(open_picture(SCREEN.read_bytes()))
    assert [str(s.card) for s in read.of(ScreenRole.HAND)] == HAND


@pytest.mark.parametrize("change", ["as it is", *CHANGES])
def test_onnxruntime_and_numpy_read_the_same(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    image = pillow()
    pytest.importorskip("onnxruntime")
    suffer = CHANGES.get(change, lambda picture: picture)
    buffer = io.BytesIO()
    suffer(image.open(SCREEN).convert("RGB")).save(buffer, "PNG", compress_level=1)
    pixels = open_picture(buffer.getvalue())
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "onnxruntime", None)
        screen._nets.cache_clear()
        in_numpy = read_screen(pixels).sightings
    screen._nets.cache_clear()
    assert screen._nets()["rank"].__qualname__.startswith("Graph")
    assert_alike(read_screen(pixels).sightings, in_numpy)


def test_a_screen_without_cards_is_empty() -> None:
    assert read_screen(np.full((128, 192, 3), 90, dtype=np.uint8)) == Screen(192, 128, ())


def test_a_process_of_its_own_reads_the_same() -> None:
    here = read_here().sightings
    found = apart.read_picture(SCREEN.read_bytes())
    there = found.screen.sightings
    assert_alike(there, here)  # another number of threads sums in another order
    assert len(found.crops) == len(found.screen.sightings)
    assert all(crop.startswith(b"\x89PNG") for crop in found.crops)
    with pytest.raises(InputError, match="this is no picture"):
        apart.read_picture(b"no picture")


def test_a_process_that_dies_or_hangs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "PROGRAM", "import os; os.abort()")
    with pytest.raises(InputError, match="it could not be read"):
        apart.read_picture(SCREEN.read_bytes())
    monkeypatch.setattr(apart, "PROGRAM", "import time; time.sleep(60)")
    monkeypatch.setattr(apart, "SECONDS", 0.2)
    with pytest.raises(InputError, match="took too long"):
        apart.read_picture(SCREEN.read_bytes())


def test_the_command_reads_a_file(tmp_path: Path) -> None:
    here = read_here()
    told = document("read", str(SCREEN))
    assert told == json.loads(_as_json(here))
    assert told["view"] == f"hand: {' '.join(HAND)}\npile: 5s"
    missing = error_of("read", str(tmp_path / "none.png"))
    assert missing["message"] == "there is no such file"
    text = tmp_path / "text.png"
    text.write_text("hello")
    assert error_of("read", str(text))["message"] == "this is no picture"


def _as_json(read: Screen) -> bytes:
    import msgspec

    return msgspec.json.encode(screen_to_json(read))


def test_nothing_is_loaded_before_the_first_picture() -> None:
    import subprocess

    program = (
        "import sys, analyzer.api.screens, analyzer.vision.screen as s;"
        "print({'PIL', 'onnxruntime'} & {*sys.modules}, s._nets.cache_info().currsize)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["set()", "0"]
