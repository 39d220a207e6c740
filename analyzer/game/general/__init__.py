"""The other games of gin: two to four players, jokers, mahjong gin; exact, and not in a hurry.

What the fast two-handed game can play it plays; this one has the same face. A `Round` is the full
truth of a hand in play (`legal_moves`, `apply`, `result`), a `Chair` what one player sees of it, a
`Action` what a player does.

The rules texts leave gaps. This is how they are read here:

**All.** The players are in seats 0, 1, 2, 3 clockwise; the one after the dealer is dealt the first
cards and has the first turn. Two players are dealt ten cards each, three and four seven.

**Three and four players.** Everyone plays for themselves. The first upcard is offered clockwise
from the dealer's left; if all pass, the dealer's left has to draw from the stock. After a knock
everyone lays off on the knocker's melds in turn order, and a card laid off extends the meld for
those after. Each player leaves the least deadwood they can and, where that can be had in several
ways, lays off the fewest cards; a defender who wants it otherwise says so after the knock
(`Round.answered`), in turn order, and all later answers follow from that. The knocker is settled
with each of the others by itself: difference, undercut and gin bonus for each pair. What a player
wins is written down and nothing is taken off, so the signed points of a hand sum to zero. Whoever
wins a settlement has a box, once a hand. Who reaches the target with the most points wins the
match, and a shutout is a match in which nobody else has a box. When the stock is used up the pile
without its top becomes the stock, shuffled by the dealer; if there is no other card, the hand is
void.

**Jokers.** A joker is a card of its own, X1 or X2. It stands for one card that its meld names, also
for one that lies elsewhere, and stays so: the card it stands for cannot take its place, nor be
added. A meld has at most one. A joker may be laid off where the card that it names fits. As
deadwood it costs 20. A joker turned up as the first card sets no limit and doubles nothing.

**Mahjong gin.** A card is turned up to begin the pile, and nobody is offered it; the first turn is
like any other. A player draws, then lays down melds and adds cards to melds on the table, as many
as they like or none, then discards. With several cards from the pile the deepest has to come to the
table in that turn, in a new meld or added to one; a single one may not be discarded in that turn.
So nobody may lay down what would leave them without a lawful discard. A player without a card is
gin, with or without a last discard. When the stock is used up, who declines the pile ends the hand;
so does a discard after which a hundred turns have been played. Everyone then scores what they have
on the table less what they hold, and gin 25 on top. An ace is high or low in a run, never both.
"""

from analyzer.game.general._chair import Chair, Step
from analyzer.game.general._hidden import (
    check_unseen,
    holding,
    next_draw,
    opened_unseen,
    unseen,
)
from analyzer.game.general._melds import (
    answer,
    best_layouts,
    is_table_meld,
    laid_off,
    least,
    meld_rules,
    melds_in,
    table_fits,
    useful_layouts,
)
from analyzer.game.general._round import Round, deal_round, opened

__all__ = [
    "Chair",
    "Round",
    "Step",
    "answer",
    "best_layouts",
    "check_unseen",
    "deal_round",
    "holding",
    "is_table_meld",
    "laid_off",
    "least",
    "meld_rules",
    "melds_in",
    "next_draw",
    "opened",
    "opened_unseen",
    "table_fits",
    "unseen",
    "useful_layouts",
]
