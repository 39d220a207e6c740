"""An opponent's knock that a player answers: as a line of text, and an answer to it judged."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Final

from analyzer.engine.thresholds import grade
from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement, Defense, Meld, cards_in_order
from analyzer.game.cards import CardSet
from analyzer.game.melds import is_meld, lay_off
from analyzer.game.rules import Rules, rules_for_two
from analyzer.game.scoring import score_knock
from analyzer.game.solving import chosen_answer
from analyzer.notation import rules_text
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
        played = chosen_answer(self.knock, self.cards, off, self.rules)
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
