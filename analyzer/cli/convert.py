"""The command `convert`: one form of a view into another."""

from __future__ import annotations

import click

from analyzer.cli.common import answer, shared, text_or_stdin, view_under
from analyzer.errors import InputError
from analyzer.notation import decode, encode, format_view
from analyzer.schemas import ViewForms, pretty, view_to_json

FORMS = click.Choice(["text", "json", "id"])


@click.command()
@click.argument("view", nargs=-1)
@click.option("--from", "given", type=FORMS, help="What VIEW must be; any form if not given.")
@click.option("--to", "wanted", type=FORMS, help="The form to print; text if not given.")
@shared
def convert(
    view: tuple[str, ...],
    given: str | None,
    wanted: str | None,
    rules: str | None,
    as_json: bool,
) -> None:
    """Print VIEW in another form: a view's text, JSON, or a position id.

    With --json and no --to, one document with all three.
    """
    text = text_or_stdin(view, "view")
    if given is not None and _form(text) != given:
        raise InputError(
            f"this is not a view as {_NAMES[given]}", where="view", hint="leave --from out"
        )
    seen = view_under(text, rules)
    forms = ViewForms(view_to_json(seen), format_view(seen), encode(seen))
    documents: dict[str | None, object] = {
        None: forms,
        "json": forms.view,
        "text": {"text": forms.text},
        "id": {"id": forms.id},
    }
    answer(as_json, documents[wanted], lambda _: _print(forms, wanted or "text"))


_NAMES = {"text": "text", "json": "JSON", "id": "position id"}


def _form(text: str) -> str:
    token = text.strip()
    if token.startswith("{"):
        return "json"
    try:
        decode(token)
    except InputError:
        return "text"
    return "id"


def _print(forms: ViewForms, wanted: str) -> None:
    texts = {"text": forms.text.rstrip("\n"), "id": forms.id, "json": pretty(forms.view)}
    click.echo(texts[wanted])
