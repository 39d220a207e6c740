"""Samples of the reference pages: commands, figures, settings and addresses."""

from __future__ import annotations

from typing import Any

from analyzer.display.parts import Fact, options
from analyzer.rl.actions import NumberRange
from analyzer.web.chrome import Link
from analyzer.web.learn.reference import CommandHelp
from analyzer.web.rules.form import form_of

TABS = (Link("Rules", "/learn/rules", current=True), Link("API", "/api"))


def _page(title: str, description: str, lead: str, **what: Any) -> dict[str, Any]:
    return {"title": title, "description": description, "lead": lead, "tabs": TABS, **what}


REFERENCE = {
    "commands": (
        "learn/commands.html",
        _page(
            "Commands",
            "In a terminal.",
            "Every question is a command of `ginsight`.",
            commands=(
                CommandHelp(
                    "melds",
                    "ginsight melds CARDS",
                    "The best melds.",
                    ("Up to `11` cards.",),
                    (("--rules", "The rules."),),
                ),
                CommandHelp("doctor", "ginsight doctor", "Is all well?", (), ()),
            ),
        ),
    ),
    "figures": (
        "learn/figures.html",
        _page(
            "Figures",
            "What was measured.",
            "Each with its command.",
            figures=[
                {
                    "title": "Speed",
                    "rows": [
                        {
                            "what": "A discard",
                            "measured": "34 ns",
                            "command": "ginsight bench",
                        }
                    ],
                }
            ],
        ),
    ),
    "record": (
        "learn/record.html",
        _page(
            "Gin hand record 1.0",
            "A text.",
            "A hand as a text.",
            example="1. p",
            grammar="turn = 'p' ;",
            tags=[["Rules", "A preset."]],
            turns=[["`p`", "passes"]],
            keeps=["Tags."],
            refuses=["a card twice"],
            set="gin-hand-record-1.0.json",
        ),
    ),
    "dataset": (
        "learn/dataset.html",
        _page(
            "Self-play",
            "Hands.",
            "Hands with values.",
            how=["By `fast`."],
            use="import pyarrow",
            tables=[
                {
                    "name": "hands",
                    "about": "A row a hand.",
                    "columns": [
                        {"name": "hand", "type": "int64", "means": "Its number."},
                        {"name": "points", "type": "int16", "unit": "points", "means": "Won."},
                    ],
                }
            ],
            limits=["Nothing."],
            license="CC0.",
        ),
    ),
    "environments": (
        "learn/environments.html",
        _page(
            "Environments",
            "To learn in.",
            "Hands to train on.",
            ways=[{"name": "Many hands", "about": "In `numpy`.", "use": "env.step(actions)"}],
            actions=[NumberRange(0, "discard the card", 52)],
            shown=[NumberRange(0, "my hand", 52)],
            limits=["A hand is an episode."],
        ),
    ),
    "peers": (
        "learn/peers.html",
        _page(
            "Other programs",
            "What is read.",
            "And where they differ.",
            peers=[
                {
                    "name": "Another",
                    "packages": {"another": "1.0", "its-base": "2.0"},
                    "here": "Read: `all`.",
                    "rows": [{"what": "Gin", "theirs": "No.", "ours": "Yes.", "held": "a.sh"}],
                }
            ],
        ),
    ),
    "servers": (
        "learn/servers.html",
        _page(
            "Servers",
            "More than one.",
            "Behind a proxy.",
            one="GINSIGHT_PROXIES=1",
            several="GINSIGHT_SECRET=…",
            key="openssl rand -hex 32",
        ),
    ),
    "reference": (
        "learn/reference.html",
        _page(
            "Settings",
            "Environment variables.",
            "All have a default.",
            rows=(Fact("GINSIGHT_DATA", "The data directory"), Fact("/", "The home page", "/")),
        ),
    ),
    "settings": (
        "settings/page.html",
        _page(
            "Settings",
            "How it looks.",
            "In this browser.",
            choices=(
                ("theme", "Theme", options([("", "Same as the system"), ("dark", "Dark")], "dark")),
            ),
            rules=form_of({}, "classic", (("", (("", "None"), ("classic", "classic"))),)),
            target="250",
            kept=True,
            error="That is no target.",
        ),
    ),
}
