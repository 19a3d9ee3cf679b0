"""What a seat chooses, as a message: one type for each action of the rules, derived from it."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, TypeAlias, Union, get_args

from msgspec import defstruct

from greycells.notation.action_json import FIELDS, action_name, plain
from greycells.protocol.vocabulary import PathNames, PlaceName, Stored, Word
from greycells.rules.actions import Action
from greycells.rules.scene import GameTable


class Choice(Stored, tag_field="do", frozen=True):
    """What a seat chooses: one of the actions of `rules.actions`, with names for its cards, seats and places."""


_FIELD_TYPES: dict[str, object] = {
    "Place": PlaceName,
    "tuple[Place, ...] | None": Union[PathNames, None],  # noqa: UP007 (pyright knows no `|` for values)
    "Seat": Word,
    "Card": Word,
    "Theory": tuple[Word, Word, Word],
}
"""How a field of an action is sent, by its type as the action's class names it."""


def _choice_type(kind: type[Action]) -> type[Choice]:
    """The message for one kind of action, with the same fields and the same docstring."""
    names = [
        (field.name, _FIELD_TYPES[str(field.type)], *(() if field.default is MISSING else (field.default,)))
        for field in fields(kind)
    ]
    made = defstruct(
        kind.__name__,
        names,
        bases=(Choice,),
        namespace={"__doc__": kind.__doc__},
        module=__name__,
        tag=action_name(kind),
        frozen=True,
    )
    assert issubclass(made, Choice)
    return made


_MESSAGES: dict[type[Action], type[Choice]] = {kind: _choice_type(kind) for kind in get_args(Action)}
_ACTIONS = {message: kind for kind, message in _MESSAGES.items()}

if TYPE_CHECKING:
    AnyChoice: TypeAlias = Choice
else:
    AnyChoice = Union[tuple(_MESSAGES.values())]  # noqa: UP007 (the members are in a tuple)


def choice_message(action: Action) -> Choice:
    """An action as a client sends it and the log keeps it."""
    names = [plain(getattr(action, name)) for name, _ in FIELDS[type(action)]]
    return _MESSAGES[type(action)](*[tuple(name) if isinstance(name, list) else name for name in names])


def chosen_action(table: GameTable, choice: Choice) -> Action:
    """The action that a message names at this table; a WireError says what is wrong with it."""
    kind = _ACTIONS[type(choice)]
    return kind(*[read(table, getattr(choice, name)) for name, read in FIELDS[kind]])  # type: ignore[arg-type]
