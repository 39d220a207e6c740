"""What templates put out is quoted as Jinja does it, whatever is put out."""

from __future__ import annotations

import pytest
from jinja2 import Environment, StrictUndefined, UndefinedError
from markupsafe import Markup

from analyzer.service.admission import Admission
from analyzer.web.rendering import render_at

TEMPLATE = """
{% macro twice(text) %}{{ text }}{{ text }}{% endmacro %}
{% macro framed() %}[{{ caller() }}]{% endmacro %}
{% set kept %}<i>{{ value }}</i>{% endset %}
{{ value }} {{ twice(value) }} {{ kept }} {{ "<b>" ~ value }} {{ value|upper }} {{ value|safe }}
{% autoescape false %}{{ value }}{% endautoescape %}{% call framed() %}{{ value }}{% endcall %}
"""


class Html:
    """Something that draws itself."""

    def __html__(self) -> str:
        return "<hr>"

    def __str__(self) -> str:
        return "&"


@pytest.mark.parametrize(
    "value", ["<script>", "'\"&", Markup("<b>"), 7, 1.5, None, True, Html(), ["<"]]
)
def test_a_template_is_quoted_as_jinja_would(value: object) -> None:
    usual = Environment(autoescape=True)
    ours = Environment(autoescape=True)
    render_at(Admission(1), ours)
    shown = [each.from_string(TEMPLATE).render(value=value) for each in (usual, ours)]
    assert shown[0] == shown[1]


def test_what_is_not_there_is_an_error() -> None:
    ours = Environment(autoescape=True, undefined=StrictUndefined)
    render_at(Admission(1), ours)
    with pytest.raises(UndefinedError):
        ours.from_string("{{ nobody }}").render()
