"""Thinking about the other games: worlds dealt from what a view sees, played out, and compared.

The unseen cards are dealt at random, and a deal counts for more where a greedy player would have
done what the others were seen to do. Every world is played with every move, so that their
difference has an error bar of its own. Everybody is greedy in the playouts; an advice says what is
best against such players.
"""

from analyzer.engine.general._bots import BOT_NAMES, TableBot, greedy_move, table_bot
from analyzer.engine.general._contest import SeatContest, contest
from analyzer.engine.general._costly import costly
from analyzer.engine.general._playouts import played_out, rules_of_hand, seats_of
from analyzer.engine.general._search import GREEDY, WORLDS, advise, worth
from analyzer.engine.general._worlds import deal_worlds, likelihood

__all__ = [
    "BOT_NAMES",
    "GREEDY",
    "WORLDS",
    "SeatContest",
    "TableBot",
    "advise",
    "contest",
    "costly",
    "deal_worlds",
    "greedy_move",
    "likelihood",
    "played_out",
    "rules_of_hand",
    "seats_of",
    "table_bot",
    "worth",
]
