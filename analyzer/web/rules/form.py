"""The form of rules: a preset, and every field of `Rules` that may differ from it.

One for every page that asks for rules (`macros/rules.html`). A field that is left empty is as in
the preset, so that the form says the same with scripts and without.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from analyzer.api.scores import dealer_by_cut
from analyzer.display.parts import SelectOption, options
from analyzer.errors import InputError
from analyzer.game.rulefields import ANY_NUMBER, FIELDS
from analyzer.game.rules import PRESETS, TWO_HANDED, Cut, Rules
from analyzer.notation.phrases import upper
from analyzer.notation.ruletexts import changed_fields, rules_summary, worded
from analyzer.practice.games import (
    GAMES,
    TEAMS,
    is_for_two,
    name_of,
    rules_at,
    split_name,
    title_of,
)
from analyzer.web.visitor import own_rules

PREFIX: Final = "rule-"
"""Before the name of a field in the form."""
LONGEST: Final = 40
"""Characters of a field that are read."""

_PRESETS: Final = tuple(
    (name, f"{upper(name)}: {rules_summary(PRESETS[name]).removesuffix('.')}")
    for name in TWO_HANDED
)

Group = tuple[str, tuple[tuple[str, str], ...]]
"""A heading, and below it texts of rules with their labels."""


@dataclass(frozen=True, slots=True)
class RuleInput:
    """A field of the form."""

    name: str
    label: str
    means: str
    possible: str
    """The values that may be written into it; empty where it is a choice."""
    value: str = ""
    choices: tuple[SelectOption, ...] = ()
    """Of a choice; empty where something is written."""
    error: str | None = None


@dataclass(frozen=True, slots=True)
class RulesOption:
    """Rules that can be chosen as they are."""

    value: str
    label: str
    selected: bool

    @property
    def players(self) -> int:
        """Seats at the table."""
        return rules_at(self.value).players if self.value else 2

    @property
    def for_two(self) -> bool:
        """True if two play with the plain pack."""
        return not self.value or is_for_two(self.value)


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """Fields under a heading."""

    title: str
    inputs: tuple[RuleInput, ...]

    @property
    def unfolded(self) -> bool:
        """True if a field is filled in."""
        return any(field.value for field in self.inputs)


@dataclass(frozen=True, slots=True)
class RulesForm:
    """The form as it is shown."""

    label: str
    presets: tuple[tuple[str, tuple[RulesOption, ...]], ...]
    groups: tuple[RuleGroup, ...]
    summary: str
    """The rules in a sentence."""
    unfolded: bool
    """True if a field is filled in, or wrong."""
    error: str | None = None
    """The reason why there are no such rules."""


def said_rules(form: Mapping[str, str], usual: str = "") -> str:
    """The rules of a form as a text, `usual` where it names no preset.

    Raises InputError, which names the field, for what cannot be.

    >>> said_rules({"rules": "classic", "rule-gin_bonus": "30", "rule-meld_cap": ""})
    'classic,gin_bonus=30'
    >>> said_rules({"rules": "teams of 2", "rule-must_gin": "yes"})
    'teams of 2: standard,must_gin=true'
    """
    base, said = form.get("rules", usual).strip(), _said(form)
    if not said:
        return base
    for name, text in said.items():
        _check(name, text)
    changes = ",".join(f"{name}={text}" for name, text in said.items())
    bare_team = base.startswith(TEAMS) and ":" not in base
    return name_of(f"{base or 'standard'}{': standard' * bare_team},{changes}")


def said_dealer(form: Mapping[str, str], rules: Rules) -> int | None:
    """The seat that deals first as a form says it, or by the cards cut; None where it says nothing.

    Raises InputError for a dealer who does not play, for a cut that leaves it to a player, and for
    one that another dealer is chosen beside.

    >>> from analyzer.game.rules import parse_rules
    >>> said_dealer({"dealer": "", "cut": "7c Kd"}, parse_rules("low-cut"))
    0
    """
    chosen, cut = form.get("dealer", ""), form.get("cut", "").strip()
    dealer = int(chosen) - 1 if chosen.isdecimal() and chosen.isascii() else None
    if dealer is not None and not 0 <= dealer < rules.players:
        raise InputError(
            f"player {chosen[:3]} does not play", where="the first dealer",
            hint=f"choose one of {rules.players}",
        )  # fmt: skip
    if not cut:
        return dealer
    first = dealer_by_cut(cut, rules)
    if rules.first_dealer is not Cut.CHOICE and dealer in {None, first}:
        return first
    if dealer is None or rules.first_dealer is not Cut.CHOICE:
        does = "says who deals" if dealer is None else "deals"
        raise InputError(f"player {first + 1} {does}", where="the cut", hint="choose that dealer")
    return dealer


def summary_of(text: str) -> str:
    """Rules in a sentence; raises InputError for a text of none."""
    team, _ = split_name(text)
    said = rules_summary(rules_at(text))
    return said if team == 1 else f"{title_of(f'{TEAMS}{team}')}. {said}"


def values_of(text: str) -> Iterator[tuple[str, str]]:
    """(label, value in words) of every field of some rules."""
    rules = rules_at(text)
    for name, field in FIELDS.items():
        value = getattr(rules, name)
        yield field.label, field.none if value is None else worded(name, value)


def for_two() -> tuple[Group, ...]:
    """One's own rules of two players, and the presets."""
    return (*_own(two=True), ("Two players", _PRESETS))


def for_others() -> tuple[Group, ...]:
    """One's own rules of more players, of jokers or of teams, and the games that have a name."""
    return (*_own(two=False), ("Around a table", tuple(GAMES.items())))


def for_all() -> tuple[Group, ...]:
    """One's own rules and all that there is to play."""
    return (*_own(), ("Two players", _PRESETS), ("Other games", tuple(GAMES.items())))


def of_one_table() -> tuple[Group, ...]:
    """The same without teams, who play at several tables."""
    return tuple(
        (heading, tuple(pair for pair in named if not pair[0].startswith(TEAMS)))
        for heading, named in for_all()
    )


def _own(*, two: bool | None = None) -> tuple[Group, ...]:
    named = tuple((name, title_of(name)) for name in own_rules() if two in {None, is_for_two(name)})
    return (("Yours", named),) if named else ()


def form_of(
    form: Mapping[str, str], chosen: str, presets: Iterable[Group], label: str = "Rules",
    *, without: str = "",
) -> RulesForm:  # fmt: skip
    """The form as it was sent, or with `chosen`, whose changes are filled in.

    What cannot be read stands in its field, with what is wrong. The field `without` is one for
    which the page has a place of its own.
    """
    groups = tuple(presets)
    base, said = form.get("rules", chosen).strip(), _said(form)
    known = {name for _, named in groups for name, _ in named}
    if base not in known and (apart := _apart(base)) is not None:
        base, changes = apart
        said = {**changes, **said}
        if base not in known:
            groups = (("Chosen", ((base, title_of(base)),)), *groups)
    summary, error = "", None
    try:
        summary = summary_of(said_rules({"rules": base, **_sent(said)}) or "standard")
    except InputError as problem:
        error = f"{upper(str(problem))}."
    inputs = [
        (field.group, _input(name, said.get(name, "")))
        for name, field in FIELDS.items()
        if name != without
    ]
    return RulesForm(
        label,
        _listed(groups, base),
        tuple(
            RuleGroup(group, tuple(each for _, each in pairs))
            for group, pairs in groupby(inputs, key=lambda pair: pair[0])
        ),
        summary,
        bool(said),
        error,
    )


def _listed(
    groups: Iterable[Group], chosen: str
) -> tuple[tuple[str, tuple[RulesOption, ...]], ...]:
    """The rules that can be chosen as they are, under their headings."""
    return tuple(
        (heading, tuple(RulesOption(name, words, name == chosen) for name, words in named))
        for heading, named in groups
    )


def _said(form: Mapping[str, str]) -> dict[str, str]:
    """The fields of a form that are filled in."""
    sent = {name: form.get(f"{PREFIX}{name}", "").strip()[:LONGEST] for name in FIELDS}
    return {name: text for name, text in sent.items() if text}


def _sent(said: Mapping[str, str]) -> dict[str, str]:
    return {f"{PREFIX}{name}": text for name, text in said.items()}


def _apart(text: str) -> tuple[str, dict[str, str]] | None:
    """(a preset, the fields that differ from it as they are written) of rules; None for none."""
    try:
        team, _ = split_name(text)
        preset, changes = changed_fields(rules_at(text))
    except InputError:
        return None
    name = preset.name if team == 1 else name_of(f"{TEAMS}{team}: {preset.name}")
    return name, {field: _plain(value) for field, value in changes.items()}


def _plain(value: object) -> str:
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _check(name: str, text: str) -> None:
    """Read a field; raises InputError that names it by its label."""
    field = FIELDS[name]
    try:
        field.read(name, text.lower(), getattr(Rules(), name))
    except InputError as error:
        raise InputError(f"{field.label}: {error.message}", hint=error.hint) from None


def _input(name: str, value: str) -> RuleInput:
    field, default, error = FIELDS[name], getattr(Rules(), name), None
    try:
        if value:
            _check(name, value)
    except InputError as problem:
        error = f"{upper(str(problem))}."
    choices = field.choices
    if isinstance(default, bool):
        choices = {"yes": "yes", "no": "no"}
    picked = options((("", "as above"), *choices.items()), value or "-") if choices else ()
    plain = choices or (field.most == ANY_NUMBER and not field.none)
    possible = "" if plain else upper(field.possible(default))
    return RuleInput(name, field.label, field.means, possible, value, picked, error)
