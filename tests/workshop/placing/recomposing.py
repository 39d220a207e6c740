"""New texts out of told ones: the words stay, other cards in other forms take the cards' places."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from analyzer.notation.languages import dictionaries
from analyzer.notation.placing._net import ROLES
from analyzer.resources import texts_beside
from tests.workshop.placing.corpus import EITHER, Example, Meaning, Plain, example, name_of

SYMBOLS = "♣♦♥♠"
WORDS = "ace two three four five six seven eight nine ten jack queen king".split()  # noqa: SIM905
SUITS = ["clubs", "diamonds", "hearts", "spades"]
_NEAR = 4
_LETTERS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
_WORDS = texts_beside(__file__, "words.toml")
_NAMES = [name for name, value in _WORDS.items() if "marks" in value]


def recomposed_example(told: Example, meaning: Meaning, rng: random.Random) -> Example | None:
    """Make another example of one."""
    made = recomposed(told, rng)
    if made is None:
        return None
    text, cards = made
    told_numbers = {name: meaning[name] for name in ("score", "stock", "limit") if name in meaning}
    if not all(isinstance(each, int) for each in _flat(told_numbers)):
        told_numbers = {}
    text, numbers = _renumbered(text, told_numbers, rng)
    tops = {told.roles[at] for at in told.suits if told.role(at) in {"top", "thrown"}}
    new = example(told.name, text, cards | numbers, thrown=ROLES.index("thrown") in tops)
    if new is not None and EITHER in tops:
        new.roles = [EITHER if ROLES[each] == "top" else each for each in new.roles]
    return new


def _renumbered(
    text: str, numbers: Mapping[str, Any], rng: random.Random
) -> tuple[str, dict[str, Any]]:
    """Give the score, the stock and the limit other values; who leads goes on to lead."""
    new = dict(numbers)
    if "stock" in new:
        new["stock"] = rng.randrange(2, 32)
    if "limit" in new:
        new["limit"] = rng.choice((3, 4, 5, 6, 7, 8, 9, 10, 10, 10))
    if "score" in new:
        low, high = sorted(rng.sample(range(100), 2))
        mine, theirs = new["score"]
        new["score"] = (
            [mine, theirs] if mine == theirs else [low, high][:: 1 if mine < theirs else -1]
        )
    pairs = [*zip(_flat(numbers), _flat(new), strict=True)]
    old = [str(before) for before, _ in pairs]
    if len({*old}) < len(old):
        return text, dict(numbers)
    spots = []
    for word, (_, after) in zip(old, pairs, strict=True):
        hits = [*re.finditer(rf"(?<![\w♣♦♥♠]){word}(?![\w♣♦♥♠])", text)]
        if len(hits) != 1:
            return text, dict(numbers)
        spots.append((hits[0].span(), str(after)))
    for (start, end), shown_as in sorted(spots, reverse=True):
        text = text[:start] + shown_as + text[end:]
    return text, new


def _flat(numbers: Mapping[str, Any]) -> list[int]:
    return [*numbers.get("score", ()), *(numbers[k] for k in ("stock", "limit") if k in numbers)]


def regions(example: Example) -> list[tuple[str, int, int]]:
    """The stretches in which cards of one role are listed: the role, the first token, the end."""
    told, of_role = example.tokens, {at: example.role(at) for at in example.suits}
    spots = sorted(of_role)
    linked = {at: example.links.get(at, ()) for at in spots}
    found: list[tuple[str, int, int]] = []
    for at in spots:
        low, high = min((at, *linked[at])), max((at, *linked[at])) + 1
        if found and found[-1][0] == of_role[at]:
            gap = [
                t
                for t in told[found[-1][2] : low]
                if t.text.isalpha() and not t.suits and not t.ranks
            ]
            if len(gap) <= _NEAR and low >= found[-1][1]:
                found[-1] = (found[-1][0], found[-1][1], max(high, found[-1][2]))
                continue
        found.append((of_role[at], low, high))
    return found


def recomposed(example: Example, rng: random.Random) -> tuple[str, dict[str, object]] | None:
    """Give a text with other cards, and its meaning; None where roles lie in one another."""
    places = regions(example)
    if any(first[2] > second[1] for first, second in pairwise(sorted(places, key=lambda p: p[1]))):
        return None
    counts: dict[str, int] = {}
    for at in example.suits:
        role = example.role(at)
        counts[role] = counts.get(role, 0) + len(example.suits[at])
    counts["hand"] = 11 if counts.get("hand", 0) == 11 else 10
    hand = dealt(rng, counts["hand"])
    rest = [(rank, suit) for rank in range(13) for suit in range(4) if (rank, suit) not in hand]
    rng.shuffle(rest)
    cards = {"hand": hand}
    for role, many in counts.items():
        if role != "hand":
            cards[role] = [rest.pop() for _ in range(many)]
    again = {example.role(at) for at in example.again}
    for single in ("drawn", "top", "thrown"):  # listed once more among its like
        listed = cards.get("hand" if single == "drawn" else "gone")
        if listed and cards.get(single) and ("hand" if single == "drawn" else "gone") in again:
            cards[single] = [rng.choice(listed)]
    shares = _shares(places, cards, rng)
    if shares is None:
        return None
    text, moved = example.text, 0
    for (_, first, last), share in sorted(
        zip(places, shares, strict=True), key=lambda each: each[0][1]
    ):
        start, end = example.tokens[first].start + moved, example.tokens[last - 1].end + moved
        new = shown(share, example, rng)
        text = text[:start] + new + text[end:]
        moved += len(new) - (end - start)
    names = {role: [name_of(card) for card in each] for role, each in cards.items()}
    meaning: dict[str, object] = {"hand": names["hand"]}
    for role in ("took", "gone"):
        meaning[role] = names.get(role, [])
    for role in ("drawn", "top", "thrown"):
        if names.get(role):
            meaning["top" if role == "thrown" else role] = names[role][0]
    return text, meaning


def _shares(
    places: Sequence[tuple[str, int, int]], cards: Mapping[str, Sequence[Plain]], rng: random.Random
) -> list[list[Plain]] | None:
    left = {role: list(each) for role, each in cards.items()}
    order = list(range(len(places)))
    result: list[list[Plain]] = [[] for _ in places]
    for role, own in left.items():
        spots = [at for at in order if places[at][0] == role]
        if not spots or len(spots) > len(own):
            return None
        cuts = sorted(rng.sample(range(1, len(own)), len(spots) - 1)) if len(spots) > 1 else []
        for at, (low, high) in zip(spots, pairwise([0, *cuts, len(own)]), strict=True):
            result[at] = own[low:high]
    return result


def dealt(rng: random.Random, many: int) -> list[Plain]:
    """A hand with runs and sets in it, as players hold them, group by group."""
    hand: list[Plain] = []
    while len(hand) < many:
        kind = rng.random()
        if kind < 0.3:
            suit, low, size = rng.randrange(4), rng.randrange(11), rng.choice((2, 3, 3, 4, 5))
            new = [(rank, suit) for rank in range(low, min(13, low + size))]
        elif kind < 0.6:
            rank, size = rng.randrange(13), rng.choice((2, 2, 3, 3, 4))
            new = [(rank, suit) for suit in rng.sample(range(4), size)]
        else:
            new = [(rng.randrange(13), rng.randrange(4))]
        new = [card for card in new if card not in hand]
        hand += new[: many - len(hand)]
    if rng.random() < 0.3:
        rng.shuffle(hand)
    return hand


def groups_of(cards: Sequence[Plain]) -> list[list[Plain]]:
    """Neighbors of one rank, or of one suit, together."""
    groups: list[list[Plain]] = []
    for card in cards:
        last = groups[-1] if groups else []
        same_rank = last and all(each[0] == card[0] for each in last)
        same_suit = last and all(each[1] == card[1] for each in last)
        if last and (same_rank or same_suit):
            last.append(card)
        else:
            groups.append([card])
    return groups


@dataclass(frozen=True)
class _Language:
    """The names of ranks and suits in a text, and how a card is put together."""

    name: str
    ranks: list[str]
    plurals: list[str]
    letters: list[str]
    suits: list[str]
    of: str
    is_suit_first: bool
    an: str
    three: str
    to: str
    but: str


def _language(name: str, rng: random.Random) -> _Language:
    words = _WORDS[name]
    some = words["and"], rng.choice(words["three"]), rng.choice(words["to"])
    if name == "English":
        plurals = [word + ("es" if word == "six" else "s") for word in WORDS]
        ranks = _often_in_digits(WORDS, rng)
        return _Language(name, ranks, plurals, [*_LETTERS], SUITS, "of", False, *some,
                         rng.choice(words["but"]))  # fmt: skip
    each = next(known for known in dictionaries() if known.name == name)
    ranks = [rng.choice([w for w, r in each.ranks.items() if r == rank][:2]) for rank in _LETTERS]
    of_letter = {rank: letter for letter, rank in each.rank_letters.items()}
    of_plural = {rank: word for word, rank in each.plurals.items()}
    buts = [" ".join(spoken) for spoken, cue in each.groups.items() if cue == "except"]
    return _Language(
        name, _often_in_digits(ranks, rng),
        [of_plural.get(rank, ranks[at]) for at, rank in enumerate(_LETTERS)],
        [of_letter.get(rank, rank) for rank in _LETTERS],
        [next(word for word, suit in each.suits.items() if suit == SUITS[at]) for at in range(4)],
        next((word for word in ("de", "di", "van") if word in each.of), ""), each.suit_first, *some,
        rng.choice(buts or ["-"]),
    )  # fmt: skip


def _often_in_digits(ranks: Sequence[str], rng: random.Random) -> list[str]:
    """The names of ranks, or for two to ten their digits."""
    digits = rng.random() < 0.5
    return [str(at + 1) if digits and 0 < at < 10 else word for at, word in enumerate(ranks)]


def language_of(text: str) -> str:
    """The language of a text, by a few words of it."""
    words = set(re.findall(r"\w+", text.lower()))
    return max(
        _NAMES, key=lambda name: (len(words & {*_WORDS[name]["marks"].split()}), name == "English")
    )


def shown(cards: Sequence[Plain], example: Example, rng: random.Random) -> str:
    """Write cards in a random form."""
    name = language_of(example.text)
    lang = _language(name, rng)
    style = rng.random()
    english = name == "English"
    if style < 0.2 or len(cards) == 1:
        return _plain(cards, lang, rng, english=english)
    if style < 0.4:
        return _by_suit(cards, lang, rng)
    return _grouped(cards, lang, rng, english=english)


def _single(lang: _Language, rng: random.Random, *, english: bool) -> Callable[[Plain], str]:
    def symbol(card: Plain) -> str:
        return lang.letters[card[0]] + SYMBOLS[card[1]]

    forms = [
        symbol,
        lambda c: SYMBOLS[c[1]] + lang.letters[c[0]],
        (lambda c: f"{lang.suits[c[1]]} {lang.ranks[c[0]]}")
        if lang.is_suit_first
        else (lambda c: f"{lang.ranks[c[0]]} {lang.of} {lang.suits[c[1]]}"),
    ]
    if english:
        ten = rng.choice(("T", "10"))
        ranks = "A 2 3 4 5 6 7 8 9 T J Q K".replace("T", ten).split()
        forms += [
            lambda c: ranks[c[0]] + "cdhs"[c[1]],
            lambda c: ranks[c[0]] + "CDHS"[c[1]],
            lambda c: ranks[c[0]].lower() + "cdhs"[c[1]],
            lambda c: "CDHS"[c[1]] + ranks[c[0]],
            lambda c: f"{ranks[c[0]]} {SUITS[c[1]]}",
            lambda c: f"{lang.ranks[c[0]]} of {SUITS[c[1]]}",
            lambda c: f"{ranks[c[0]]} of {SUITS[c[1]]}",
            lambda c: f"{SUITS[c[1]]} {lang.ranks[c[0]]}",
            lambda c: f"{SUITS[c[1]][:-1]} {lang.ranks[c[0]]}",
            lambda c: f"{ranks[c[0]].lower()} {SUITS[c[1]][:-1]}",
            lambda c: f'{{"rank": "{ranks[c[0]]}", "suit": "{SUITS[c[1]]}"}}',
            lambda c: f"the {lang.ranks[c[0]]} of {SUITS[c[1]]}",
        ]
    return rng.choice(forms)


def _plain(cards: Sequence[Plain], lang: _Language, rng: random.Random, *, english: bool) -> str:
    """Card by card."""
    form = _single(lang, rng, english=english)
    between = rng.choice((" ", ", ", ", ", " / ", "; ", "\n", " - ", ","))
    if " " in form(cards[0]) and not between.strip():
        between = ", "
    last = f" {lang.an} " if rng.random() < 0.3 and "," in between else between
    shown = [form(card) for card in cards]
    return shown[0] if len(shown) == 1 else between.join(shown[:-1]) + last + shown[-1]


def _by_suit(cards: Sequence[Plain], lang: _Language, rng: random.Random) -> str:
    """Suit by suit."""
    suits = rng.sample(range(4), 4)
    sign = rng.random() < 0.5
    inner = rng.choice((" ", ", ", "-", "")) if sign else rng.choice((" ", ", ", "-"))
    colon = rng.choice((": ", " ", " - ", " "))
    letters = lang.letters if sign or rng.random() < 0.5 else [lang.ranks[k] for k in range(13)]
    if inner == "" and lang.name == "English":
        letters = ["T" if each == "10" else each for each in letters]
    nothing = rng.choice(("-", "none", "—")) if lang.name == "English" else "-"
    rows = []
    for suit in suits:
        head = SYMBOLS[suit] if sign else lang.suits[suit]
        ranks = sorted(card[0] for card in cards if card[1] == suit)
        if ranks or rng.random() < 0.2:
            rows.append(f"{head}{colon}{inner.join(letters[r] for r in ranks) or nothing}")
    return rng.choice(("\n", "\n", "; ", ", ", " | ", " / ")).join(rows)


def _grouped(cards: Sequence[Plain], lang: _Language, rng: random.Random, *, english: bool) -> str:
    """Runs and sets."""
    sign = rng.random() < 0.4
    parts = []
    single = _single(lang, rng, english=english)
    for group in groups_of(cards):
        ranks, suits = [c[0] for c in group], [c[1] for c in group]
        if len(group) == 1:
            parts.append(single(group[0]))
        elif len(set(suits)) == 1:
            parts.append(_run(ranks, suits[0], lang, rng, sign=sign, english=english))
        else:
            parts.append(_set(ranks[0], suits, lang, rng, sign=sign))
    between = rng.choice((", ", ", ", "; ", " + ", "\n", f" {lang.an} ", " / "))
    return between.join(parts)


def _run(
    ranks: Sequence[int],
    suit: int,
    lang: _Language,
    rng: random.Random,
    *,
    sign: bool,
    english: bool,
) -> str:
    names = lang.letters if sign or rng.random() < 0.4 else [lang.ranks[k] for k in range(13)]
    tail = SYMBOLS[suit] if sign else lang.suits[suit]
    straight = len(ranks) > 2 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    if straight and rng.random() < 0.4:
        body = f"{names[ranks[0]]} {lang.to} {names[ranks[-1]]}".replace(" - ", "-")
    else:
        inner = rng.choice(("-", ", ", " ", "/", "-"))
        body = inner.join(names[r] for r in ranks)
        if inner == ", " and rng.random() < 0.6:
            body = ", ".join(names[r] for r in ranks[:-1]) + f" {lang.an} {names[ranks[-1]]}"
    if lang.is_suit_first and rng.random() < 0.7:
        return f"{tail} {body}"
    if sign:
        glue = english and rng.random() < 0.3 and not straight
        return (
            ("".join("T" if names[r] == "10" else names[r] for r in ranks) + tail)
            if glue
            else f"{body} {tail}"
        )
    return (
        f"{body} {lang.of} {tail}".replace("  ", " ") if rng.random() < 0.8 else f"{tail}: {body}"
    )


def _set(
    rank: int, suits: Sequence[int], lang: _Language, rng: random.Random, *, sign: bool
) -> str:
    names = [SYMBOLS[s] if sign else lang.suits[s] for s in suits]
    if not sign and lang.name == "English" and rng.random() < 0.5:
        names = [each[:-1] for each in names]
    plural = lang.plurals[rank]
    how = rng.random()
    if len(suits) == 4:
        return f"{'all four' if lang.name == 'English' else '4'} {plural}"
    if len(suits) == 3 and how < 0.4:
        missing = next(s for s in range(4) if s not in suits)
        left = SYMBOLS[missing] if sign else lang.suits[missing]
        left = (
            left[:-1] if lang.name == "English" and not sign and lang.but.endswith("the") else left
        )
        return rng.choice(
            (
                f"{lang.three} {plural} ({lang.but} {left})",
                f"{lang.three} {plural}, {lang.but} {left}",
                f"{plural} {lang.but} {left}",
            )
        )
    if len(suits) == 2 and how < 0.3 and set(suits) in ({0, 3}, {1, 2}) and lang.name == "English":
        lead = rng.choice(("the ", "both ", "two ", ""))
        return f"{lead}{'red' if 1 in suits else 'black'} {plural}"
    lead = (
        {2: "pair of ", 3: "three "}[len(suits)]
        if lang.name == "English" and rng.random() < 0.6
        else ""
    )
    inner = (
        rng.choice((", ", "/", f" {lang.an} ", " "))
        if not sign
        else rng.choice(("", " ", ", ", "/"))
    )
    body = inner.join(names)
    return rng.choice(
        (
            f"{lead}{plural} ({body})",
            f"{lead}{plural}: {body}",
            f"{lead}{plural}, {body}",
            f"{lead}{plural} {lang.of} {body}",
        )
    )
