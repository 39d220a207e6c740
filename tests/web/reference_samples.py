"""Samples of the reference pages: commands, figures, settings and addresses."""

from __future__ import annotations

from analyzer.display.parts import Fact
from analyzer.web.chrome import Link
from analyzer.web.learn.reference import CommandHelp, Figure, FigureTable, ReferencePage

TABS = (Link("Rules", "/learn/rules", current=True), Link("API", "/api"))

REFERENCE = {
    "commands": (
        "learn/commands.html",
        ReferencePage(
            "Commands",
            "In a terminal.",
            "Every question is a command of `ginsight`.",
            TABS,
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
        ReferencePage(
            "Figures",
            "What was measured.",
            "Each with its command.",
            TABS,
            figures=(FigureTable("Speed", (Figure("A discard", "34 ns", "ginsight bench"),)),),
        ),
    ),
    "reference": (
        "learn/reference.html",
        ReferencePage(
            "Settings",
            "Environment variables.",
            "All have a default.",
            TABS,
            (Fact("GINSIGHT_DATA", "The data directory"), Fact("/", "The home page", "/")),
        ),
    ),
}
