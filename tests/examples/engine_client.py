"""Plays hands of gin rummy by `ginsight engine`. Needs nothing but the standard library.

    python tests/examples/engine_client.py --seed 7 --bot eaai-simple --hands 3

The engine holds seat 1, a bot of the arena seat 2. This program is the host: it deals, keeps
the turns in order, shows each side only what that side may see, and asks what it does. After a
hand it tells the engine how it ended, and gives what that told back with the next hand. The
rules of the host are those of the preset `eaai`: an upcard is offered to the non-dealer, then
to the dealer; the hand is void when two cards are left in the stock.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys

RULES = "eaai"
WALL = 2
CARDS = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]


class Engine:
    """The other side of the pipe."""

    def __init__(self, command):
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        self._asked = 0

    def ask(self, mode, **request):
        """Send a request and wait for its answer; SystemExit for one that was refused."""
        self._asked += 1
        print(
            json.dumps({"id": self._asked, "mode": mode, "protocol": 2, **request}),
            file=self._process.stdin,
            flush=True,
        )
        line = self._process.stdout.readline()
        if not line:
            sys.exit(f"the engine has ended with exit code {self._process.wait()}")
        answer = json.loads(line)
        assert answer["id"] == self._asked
        if "error" in answer:
            sys.exit(f"{mode}: {answer['error']['message']} ({answer['error']['where']})")
        return answer

    def close(self):
        """Hang up: the end of its input ends the engine."""
        self._process.stdin.close()
        return self._process.wait(timeout=60)


class Table:
    """One hand in play, both sides of it."""

    def __init__(self, seed):
        deck = CARDS[:]
        random.Random(seed).shuffle(deck)
        self.dealer = seed % 2
        self.hands = [deck[:10], deck[10:20]]
        self.upcard = deck[20]
        self.stock = deck[21:]
        self.pile = [self.upcard]
        self.turns = []  # [seat, "passes" | "takes" | "draws", card, card discarded]

    def view(self, seat):
        """What a seat may know, as the text that the engine reads."""
        lines = [
            f"rules: {RULES}",
            f"dealer: {'me' if seat == self.dealer else 'opp'}",
            f"hand: {' '.join(self.hands[seat])}",
            "history:",
            f"upcard {self.upcard}",
        ]
        for who, did, card, discarded in self.turns:
            known = card if who == seat or did == "takes" else None
            words = [("me:" if who == seat else "opp:"), did, known or ""]
            lines.append(" ".join(words) + (f", discards {discarded}" if discarded else ""))
        return "\n".join(lines)

    def get(self, seat, action):
        """Pass, take or draw."""
        did = {"pass": "passes", "take": "takes", "draw": "draws"}[action]
        card = None
        if action != "pass":
            card = self.pile.pop() if action == "take" else self.stock.pop(0)
            self.hands[seat].append(card)
        self.turns.append([seat, did, card, None])

    def discard(self, seat, card):
        """End a turn with a discard."""
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.turns[-1][3] = card


def play(table, decide):
    """Play until somebody lays down; answers that decision and its seat, None for a void hand."""
    seat = 1 - table.dealer
    while len(table.stock) > WALL or not table.turns:
        action = decide(seat)["action"]
        table.get(seat, action)
        if action != "pass":
            decision = decide(seat)
            verb, _, card = decision["action"].partition(" ")
            if card in table.hands[seat]:  # all but big gin discard one, a knock face down
                table.discard(seat, card)
            if verb != "discard":
                return seat, decision
        seat = 1 - seat
    return None


def score(engine, table, seat, decision):
    """What the hand is worth after a knock: the defender lays off as well as can be."""
    melded = [card for meld in decision["melds"] for card in meld]
    groups = [*decision["melds"], [card for card in table.hands[seat] if card not in melded]]
    spread = " / ".join(" ".join(group) for group in groups if group)
    defender = " ".join(table.hands[1 - seat])
    answer = engine.ask("layoff", knocker=spread, defender=defender, rules=RULES)
    return answer["layoff"]


def learn(engine, table, seat, end, types):
    """What the hand told a seat of the other: the `types` for its next hand."""
    history = [
        {
            "who": "me" if who == seat else "opp",
            "turn": {"passes": "pass", "takes": "take", "draws": "draw"}[did],
            "card": card if who == seat or did == "takes" else None,
            "discarded": discarded,
        }
        for who, did, card, discarded in table.turns
    ]
    knocker = None if end is None else "me" if end[0] == seat else "opp"
    answer = engine.ask(
        "learn", rules=RULES, dealer="me" if seat == table.dealer else "opp",
        upcard=table.upcard, hand=table.hands[seat], history=history, knocker=knocker,
        shown=None if end is None else table.hands[1 - seat], types=types,
    )  # fmt: skip
    return answer["types"]


def told(result, names):
    """The result in words."""
    if result is None or result["winner"] is None:
        return "nobody scores"
    winner = names[result["seat"] if result["winner"] == "knocker" else 1 - result["seat"]]
    return f"{result['kind']}: {result['points']} points for {winner}"


def host(engine, seed, options, types):
    """Play one hand and answer what happened, and what it told the engine."""
    table = Table(seed)
    dealt = {
        "dealer": table.dealer, "hands": [list(hand) for hand in table.hands],
        "upcard": table.upcard, "stock": list(table.stock),
    }  # fmt: skip
    actions = []

    def decide(seat):
        asked = {"view": table.view(seat), "seed": seed}
        if seat == 0:
            asked |= {"limit": {"worlds": options.worlds}, "types": types}
        else:
            asked |= {"bot": options.bot}
        decision = engine.ask("play", **asked)
        actions.append([seat, decision["action"], decision["melds"]])
        return decision

    end = play(table, decide)
    found = None if end is None else score(engine, table, *end)
    result = None if found is None else {"seat": end[0], **found["result"]}
    learned = learn(engine, table, 0, end, types)
    return {**dealt, "actions": actions, "result": result, "types": learned}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--hands", type=int, default=1)
    options.add_argument("--worlds", type=int, default=1024)
    options.add_argument("--bot", default="greedy")
    options.add_argument("--command", default="ginsight engine")
    options.add_argument("--json", action="store_true", help="print each hand as one document")
    given = options.parse_args()

    engine = Engine(given.command.split())
    types = engine.ask("hello")["types"]
    names = ("engine", given.bot)
    for seed in range(given.seed, given.seed + given.hands):
        hand = host(engine, seed, given, types)
        types = hand["types"]
        if given.json:
            print(json.dumps(hand))
            continue
        print(f"hand {seed}")
        for seat, action, _ in hand["actions"]:
            print(f"  {names[seat]}: {action}")
        print(f"  {told(hand['result'], names)}")
    return engine.close()


if __name__ == "__main__":
    sys.exit(main())
