"""An opponent's knock that a player answers: as a line of text, and an answer to it judged."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Final

from analyzer.engine.thresholds import grade
from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement, Defense, Meld, cards_in_order
from analyzer.game.cards import CardSet
from analyzer.game.melds import best_arrangements, is_meld, lay_off
from analyzer.game.rules import Rules, rules_for_two
from analyzer.game.scoring import score_knock
from analyzer.notation import rules_text
from analyzer.notation.phrases import listed
from analyzer.notation.records import lay_offs, misfits
from analyzer.review import LayOff, Verdict

WORD: Final = "knock"
"""The first word of a knock's text; no id of a view has it."""
BETWEEN: Final = " | "


@dataclass(frozen=True, slots=True)
class KnockToAnswer:
    """A knock on the table, and the cards of the player who answers it.

    >>> cards = "4c 5c 9c 9h Td 2h Qh Kc Kd Ks"
    >>> text = f"knock | standard | 6h 7h 8h / Qc Qd Qs | 3c 2d Ad 2s | {cards}"
    >>> asked = KnockToAnswer.of(text)
    >>> asked.knock.points, KnockToAnswer.of(asked.text) == asked
    (8, True)
    >>> poor, best = asked.answered(CardSet()), asked.answered(CardSet.of("9h Qh"))
    >>> poor.verdict.loss, best.as_good(best.played)
    (19.0, True)
    """

    rules: Rules
    knock: Arrangement
    cards: CardSet

    @property
    def text(self) -> str:
        """The knock as a line."""
        melds = " / ".join(" ".join(map(str, cards_in_order(meld))) for meld in self.knock.melds)
        parts = WORD, rules_text(self.rules), melds, str(self.knock.deadwood), str(self.cards)
        return BETWEEN.join(parts)

    @classmethod
    def of(cls, text: str) -> KnockToAnswer:
        """Read such a line; InputError for another text, and for cards that cannot lie so."""
        word, *parts = text.split(BETWEEN)
        refused = InputError(f"`{text[:60]}` is not a knock to answer", hint="copy the whole of it")
        if word != WORD or len(parts) != 4:
            raise refused
        rules, left, cards = rules_for_two(parts[0]), CardSet.of(parts[2]), CardSet.of(parts[3])
        melds = tuple(map(Meld.of, parts[1].split(" / ")))
        if not all(is_meld(meld, rules) for meld in melds) or cards & CardSet.from_cards(
            [*left, *chain(*melds)]
        ):
            raise refused
        return cls(rules, Arrangement(melds, left, sum(map(rules.value, left))), cards)

    def answered(self, off: CardSet) -> LayOff:
        """The answer that lays off just these cards, judged in points.

        Raises InputError for cards that do not fit.
        """
        played = laid_down(self.knock, self.cards, off, self.rules)
        best = lay_off(self.knock, self.cards, self.rules)
        worth, mine = (self._worth(answer) for answer in (best, played))
        grade_, close = grade(worth - mine, 0.0)
        verdict = Verdict(
            loss=worth - mine, se=0.0, grade=grade_, close=close, forced=False, obvious=False,
            decided=True,
        )  # fmt: skip
        return LayOff(
            hand=0, turn=0, seat=0, rules=self.rules, cards=self.cards, knock=self.knock,
            played=played, best=best, verdict=verdict, value=worth, match=None,
        )  # fmt: skip

    def _worth(self, answer: Defense) -> float:
        return -float(score_knock(self.knock, answer, self.rules, 1).knocker_points)


def laid_down(knock: Arrangement, cards: CardSet, off: CardSet, rules: Rules) -> Defense:
    """The defence that lays off just these cards, and melds the rest with the least deadwood.

    Raises InputError for cards that are not in the hand or do not fit.

    >>> spread = Meld.of("6h 7h 8h"), Meld.of("Qc Qd Qs")
    >>> knock = Arrangement(spread, CardSet.of("Ad 3c 2s 2d"), 8)
    >>> from analyzer.game.rules import PRESETS
    >>> cards = CardSet.of("9h Th Jh Kc Ks Kd 4c 5c 9c Qh")
    >>> found = laid_down(knock, cards, CardSet.of("Th 9h"), PRESETS["standard"])
    >>> [str(card) for card, _ in found.laid_off], str(found.deadwood), found.points
    (['9h', 'Th'], '4c 5c 9c Jh Qh', 38)
    """

    def named(some: CardSet) -> str:
        return listed([card.symbol for card in some], "and")

    if wrong := off - cards:
        raise InputError(
            f"{named(wrong)} {'is' if len(wrong) == 1 else 'are'} not in your hand",
            hint="choose among your cards",
        )
    lying = knock.melds if knock.deadwood else ()
    moves = lay_offs(tuple(off), lying, rules)
    if moves is None:
        unfit = CardSet.from_cards(misfits(tuple(off), lying, rules))
        verb = "fits" if len(unfit) == 1 else "fit"
        raise InputError(
            f"{named(unfit)} {verb} none of their melds",
            hint="leave it out" if len(unfit) == 1 else "leave them out",
        )
    rest = best_arrangements(cards - off, rules)[0]
    return Defense(rest.melds, moves, rest.deadwood, rest.points)
