"""New texts out of told ones: the words stay, other cards in other forms take the cards' places."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from analyzer.notation.languages import dictionaries
from analyzer.notation.placing._chances import ROLES
from analyzer.resources import texts_beside
from tests.workshop.encoder.positions import (
    EITHER,
    Example,
    Plain,
    Span,
    marked_example,
    name_of,
)

SYMBOLS = "♣♦♥♠"
WORDS = "ace two three four five six seven eight nine ten jack queen king".split()  # noqa: SIM905
SUITS = ["clubs", "diamonds", "hearts", "spades"]
_NEAR = 4
_RENUMBERED = 0.7
_BARE, _FEW = 0.06, 3
"""In so many hands of more cards one has no suit."""
_LETTERS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
_WORDS = texts_beside(__file__, "words.toml")
Edit = tuple[int, int, str, str]
"""Where other words come, the words, and what they tell."""
_NAMES = [name for name, value in _WORDS.items() if "marks" in value]


def recomposed_example(told: Example, rng: random.Random) -> Example | None:
    """Make another example of one, with other cards in the places of its cards."""
    made = recomposed(told, rng)
    if made is None:
        return None
    cards, edits = made
    numbers = _renumbered(told, rng)
    text, spans = _edited(told.text, [*edits, *numbers])
    new = marked_example(told.name, text, cards, spans)
    if new is not None and EITHER in {told.roles[at] for at in told.suits}:
        new.roles = [EITHER if ROLES[each] == "top" else each for each in new.roles]
    return new


def _edited(text: str, edits: Sequence[Edit]) -> tuple[str, list[Span]]:
    """Put other words into places of a text; where they stand then, and what they tell."""
    spans, moved = list[Span](), 0
    for start, end, words, role in sorted(edits, key=lambda each: each[:2]):
        text = text[: start + moved] + words + text[end + moved :]
        spans.append((start + moved, start + moved + len(words), role))
        moved += len(words) - (end - start)
    return text, spans


def _renumbered(told: Example, rng: random.Random) -> list[Edit]:
    """Other values for the score, the stock and the limit; who leads goes on to lead."""
    numbers = {
        at: ROLES[role] for at, role in enumerate(told.roles)
        if role > 0 and ROLES[role] in {"me", "them", "stock", "limit"}
    }  # fmt: skip
    first = {role: told.tokens[at].number or 0 for at, role in reversed(numbers.items())}
    low, high = sorted(rng.sample(range(100), 2))
    behind = first.get("me", 0) < first.get("them", 0)
    new = {
        "stock": rng.randrange(2, 32), "limit": rng.choice((3, 4, 5, 6, 7, 8, 9, 10, 10, 10)),
        "me": low if behind else high, "them": high if behind else low,
    }  # fmt: skip
    again = first.get("me") != first.get("them") and rng.random() < _RENUMBERED
    edits = list[Edit]()
    for at, role in numbers.items():
        token = told.tokens[at]
        old = told.text[token.start : token.end]
        value = str(new[role]) if again and old.isdigit() else old
        edits.append((token.start, token.end, value, role))
    return edits


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


def recomposed(example: Example, rng: random.Random) -> tuple[dict[str, object], list[Edit]] | None:
    """Give other cards, and the words that name them in their places; None of places in places."""
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
    edits, bare = _edits(example, places, shares, rng)
    cards["hand"] = [card for card in cards["hand"] if card not in bare]
    names = {role: [name_of(card) for card in each] for role, each in cards.items()}
    meaning: dict[str, object] = {"hand": names["hand"]}
    for role in ("took", "gone"):
        meaning[role] = names.get(role, [])
    for role in ("drawn", "top", "thrown"):
        if names.get(role):
            meaning["top" if role == "thrown" else role] = names[role][0]
    return meaning, edits


def _edits(
    example: Example, places: Sequence[tuple[str, int, int]], shares: Sequence[Sequence[Plain]],
    rng: random.Random,
) -> tuple[list[Edit], list[Plain]]:  # fmt: skip
    """Write the cards of each place; return those, too, that are written without their suit."""
    edits, bare = list[Edit](), list[Plain]()
    for (role, first, last), share in zip(places, shares, strict=True):
        start, end = example.tokens[first].start, example.tokens[last - 1].end
        if role == "hand" and len(share) > _FEW and rng.random() < _BARE:
            edits += _with_bare(start, end, share, example, rng)
            bare.append(share[1])
        else:
            edits.append((start, end, shown(share, example, rng), role))
    return edits, bare


def _with_bare(
    start: int, end: int, share: Sequence[Plain], example: Example, rng: random.Random
) -> list[Edit]:
    """Write cards, the second of them without its suit."""
    lang = _language(language_of(example.text), rng)
    rank = rng.choice((lang.ranks[share[1][0]], lang.letters[share[1][0]]))
    rank = f"{rng.choice(('a', 'the'))} {rank}" if lang.name == "English" else rank
    between = rng.choice((", ", "; ", " + ", ". "))
    return [
        (start, end, shown(share[:1], example, rng) + between, "hand"),
        (end, end, rank, "bare"),
        (end, end, between + shown(share[2:], example, rng), "hand"),
    ]


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
