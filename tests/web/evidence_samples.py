"""A section of the evidence page with everything that it may have."""

from __future__ import annotations

from analyzer.api.evidence import Axis, Bars, Chart, Evidence, Figures
from analyzer.display import charts
from analyzer.web.learn.evidence import EvidenceSection

_ACROSS, _UP = Axis("Discards", 1, 2, [1, 2]), Axis("Deadwood", 0, 20, [0, 20])

EVIDENCE = (
    EvidenceSection(
        Evidence(
            "sample", "Is it so?", "workshop measure sample", ["It is, says `fast`.", "Always."],
            "This.", "Not that.", "0.1.0+abc", "2026-11-23, 2 cores",
        ),
        "/static/evidence/coverage.json",
        older=True,
        charts=[
            (
                Chart("By discards", _ACROSS, _UP, []),
                [
                    charts.LineChart(
                        "It falls.", "Discards", "Deadwood",
                        (charts.ChartLine("true", "true", "M36 8L352 99"),),
                        (charts.Tick(36.0, "1"), charts.Tick(352.0, "2")),
                        (charts.Tick(190.0, "0"),),
                    )
                ],
            ),
            (
                Chart("By player", _ACROSS, _UP, []),
                [
                    charts.LineChart(
                        f"It falls, {name}.", "Discards", "Deadwood",
                        (charts.ChartLine("95% interval", "error", "M34 8V132", "M18 0V8"),),
                        (), (charts.Tick(132.0, "0"),), title=name, frame=charts.SMALL,
                    )
                    for name in ("fast", "camper")
                ],
            ),
        ],
        tables=[
            (Figures("By discards", ["Discards", "True"], [["1", "20.0"], ["2", "10.0"]]), []),
            (
                Figures(
                    "By rules", ["Rules", "Held"], [["standard", "9"]],
                    Bars("86% to 100%", 0.86, 1.0, []),
                ),
                [(60.0, 50.0, 70.0, 55.0, 80.0)],
            ),
        ],
    ),
)  # fmt: skip
