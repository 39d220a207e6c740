"""The command `convert`: one form of a view or a record into another."""

from __future__ import annotations

import re
from collections.abc import Mapping

import click

from analyzer.api.documents import pretty, written
from analyzer.api.readings import forms_of
from analyzer.api.records import (
    RecordForm,
    RecordJson,
    RecordsJson,
    as_text,
    match_under,
    read_records,
    record_form,
    record_forms,
)
from analyzer.cli.common import check_rules, shared, text_or_stdin
from analyzer.cli.given import reading_under
from analyzer.errors import InputError
from analyzer.notation import decode, records
from analyzer.notation.reading import Reading
from analyzer.notation.records import Match, is_game_text

FORMS = ("text", "json", "id", "openspiel", "rlcard", "eaai", "tale")


@click.command()
@click.argument("what", nargs=-1, metavar="VIEW|RECORD")
@click.option(
    "--from", "given", type=click.Choice(FORMS), help="The input form; recognized if left out."
)
@click.option("--to", "wanted", type=click.Choice(FORMS[:3]), help="The output form; default text.")
@shared
def convert(
    what: tuple[str, ...],
    given: str | None,
    wanted: str | None,
    rules: str | None,
    as_json: bool,
) -> None:
    """Print a view or a hand record in another form.

    A view is text, in lines or in sentences, JSON or a position id; with --json the document
    also says which question it is, what is missing, what was guessed, what each word became, and,
    where the opponent has knocked, the layoffs. Below the lines that sentences were read as they
    stand as comments, with the words that were not used in brackets.

    A record, of one hand or a match, is text or JSON, a game as somebody tells it (`I drew 4s and
    threw Jd, he took it …`), or an import: OpenSpiel histories, a playthrough or a replay of
    Kaggle's Game Arena, RLCard's move sheets or lists of actions, or the log of games in the
    EAAI-21 framework. With --json and no --to, one document with every form.
    """
    text = as_text(text_or_stdin(what, "view"))
    if is_game_text(text):
        _hands(text, wanted, rules, as_json)
        return
    form = record_form(text)
    if form is None and given in FORMS[3:]:
        form = RecordForm(given)
    if form is None:
        _view(text, given, wanted, rules, as_json)
    else:
        if given is not None and form != given:
            raise InputError(
                f"this is a record as {_NAMES[form]}, not as {_NAMES[given]}",
                where="--from", hint="leave out --from",
            )  # fmt: skip
        _record(match_under(text, rules, form, "--rules"), wanted, as_json)


_NAMES = {
    "text": "text", "json": "JSON", "id": "position id", "openspiel": "OpenSpiel history",
    "rlcard": "RLCard move sheet", "eaai": "EAAI-21 log", "tale": "tale",
}  # fmt: skip


def _view(
    text: str, given: str | None, wanted: str | None, rules: str | None, as_json: bool
) -> None:
    if given is not None and _form(text) != given:
        raise InputError(
            f"this is not a view as {_NAMES[given]}", where="view", hint="leave out --from"
        )
    reading = reading_under(text, rules)
    forms = forms_of(reading)
    if forms.id is None and wanted == "id":
        raise InputError(
            "only a whole view has a position id", where="--to",
            hint="add the upcard" if forms.asks else "use text or json",
        )  # fmt: skip
    _print(forms, forms.view, {"text": forms.text, "id": forms.id or ""}, wanted, as_json)
    if not (as_json or wanted or reading.formal):
        _show_reading(reading)


def _show_reading(reading: Reading) -> None:
    """Print the sentences as comments: what was used as it is, in brackets what was not."""
    text, at, shown = reading.written, 0, []
    for part in reading.parts:
        shown += [_unused(text[at : part.start]), text[part.start : part.end]]
        at = part.end
    if at:
        proof = "".join([*shown, _unused(text[at:])])
        click.echo("".join(f"# {line}\n" for line in proof.splitlines()), nl=False)
    for said in filter(None, map(reading.guesses.get, ("hand", "unused"))):
        click.echo(f"# {said}")


_WORDS = re.compile(r"\w(?:.*\w)?", re.DOTALL)


def _unused(words: str) -> str:
    """Words that were not used, in brackets and, on a terminal, dim."""
    return _WORDS.sub(lambda word: click.style(f"[{word[0]}]", dim=True), words)


def _hands(text: str, wanted: str | None, rules: str | None, as_json: bool) -> None:
    """Print hands of such a game, checked by the referee."""
    _check_record_form(wanted)
    hands = read_records(text)
    check_rules(hands[0].rules, rules, "record")
    forms = record_forms(hands)
    _print(forms, forms.document, {"text": forms.text}, wanted, as_json)


def _form(text: str) -> str:
    token = text.strip()
    if token.startswith("{"):
        return "json"
    try:
        decode(token)
    except InputError:
        return "text"
    return "id"


def _record(match: Match, wanted: str | None, as_json: bool) -> None:
    """Print a record; a single hand as the document of a hand, several as one of a match."""
    _check_record_form(wanted)
    alone = len(match.hands) == 1
    document = written(RecordJson, match.hands[0]) if alone else written(RecordsJson, match)
    text = records.format_match(match)
    _print({"record": document, "text": text}, document, {"text": text}, wanted, as_json)


def _check_record_form(wanted: str | None) -> None:
    if wanted == "id":
        raise InputError(
            "a position id is of one view, not of a record", where="--to", hint="use text or json"
        )


def _print(
    forms: object, document: object, texts: Mapping[str, str], wanted: str | None, as_json: bool
) -> None:
    """Print one form; as JSON all forms where none is asked for."""
    shown = pretty(document) if wanted == "json" else texts[wanted or "text"].rstrip("\n")
    if wanted is not None:
        forms = document if wanted == "json" else {wanted: texts[wanted]}
    click.echo(pretty(forms) if as_json else shown)
