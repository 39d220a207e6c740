"""Templates, of which one is rendered at a time, and none compiled while a visitor waits.

Rendering holds the interpreter, so that two at once are no faster; but each thread more that wants
to go on is one that everything else waits for, `/healthz` too.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from jinja2 import Environment, Template, TemplateAssertionError

from analyzer.service.admission import Admission


def render_at(desk: Admission, environment: Environment) -> None:
    """Render all templates of `environment` in turn."""

    class TemplateInTurn(Template):
        def render(self, *given: Any, **named: Any) -> str:
            with desk.admitted():
                return super().render(*given, **named)

    environment.template_class = TemplateInTurn


def compile_all(environment: Environment) -> None:
    """Compile every template; one of another environment, which has other filters, is left out."""
    for name in environment.list_templates():
        with suppress(TemplateAssertionError):
            environment.get_template(name)
