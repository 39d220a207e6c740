"""Templates, of which one is rendered at a time, and none compiled while a visitor waits.

Rendering holds the interpreter, so that two at once are no faster; but each thread more that wants
to go on is one that everything else waits for, `/healthz` too.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import markupsafe
from jinja2 import Environment, Template, TemplateAssertionError
from jinja2.compiler import CodeGenerator
from jinja2.nodes import Expr
from markupsafe import Markup, escape

from analyzer.service.admission import Admission

_escaped = getattr(markupsafe, "_escape_inner", escape)


def _quoted(value: Any) -> str:
    """A value as it stands in a page: as `escape` has it, without a `Markup` of each.

    >>> _quoted("<b>"), _quoted(Markup("<b>")), _quoted(7)
    ('&lt;b&gt;', Markup('<b>'), '7')
    """
    kind = type(value)
    if kind is str:
        return _escaped(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if hasattr(value, "__html__"):
        return value.__html__()  # type: ignore[no-any-return]
    return _escaped(str(value))


class _Quoting(CodeGenerator):
    """Has what a template puts out quoted by `_quoted`: a page has a thousand pieces."""

    def _output_child_pre(self, node: Expr, frame: Any, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.quoted(")


def render_at(desk: Admission, environment: Environment) -> None:
    """Render all templates of `environment` in turn."""

    class TemplateInTurn(Template):
        def render(self, *given: Any, **named: Any) -> str:
            with desk.admitted():
                return super().render(*given, **named)

    environment.template_class = TemplateInTurn
    environment.code_generator_class = _Quoting
    environment.extend(quoted=_quoted)


def compile_all(environment: Environment) -> None:
    """Compile every template; one of another environment, which has other filters, is left out."""
    for name in environment.list_templates():
        with suppress(TemplateAssertionError):
            environment.get_template(name)
