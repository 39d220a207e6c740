"""The page of the environments: every number of an action and an observation, from the tables."""

from __future__ import annotations

from flask.testing import FlaskClient

from analyzer.rl import actions, observations


def test_the_page_shows_both_tables_and_where_to_begin(client: FlaskClient) -> None:
    shown = client.get("/learn/environments").text
    for row in (*actions.TABLE, *observations.TABLE):
        assert f"<dt>{row.numbers}</dt><dd>{row.meaning}</dd>" in shown
    for name in ("VectorEnv(hands=1024", "gin_rummy.env(", "SpielBot(", "RLCardAgent("):
        assert name in shown
