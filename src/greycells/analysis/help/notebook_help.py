"""Help in a notebook: marks as far as the table's help goes, marks that can't be right, and the reason for a mark."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from greycells.analysis.conclusions.certainties import certainties
from greycells.analysis.conclusions.explanations import why_certain, why_contradictory
from greycells.deduction.evidence import facts_from
from greycells.deduction.explain import TooDeep
from greycells.deduction.facts import CASE_FILE, Evidence, Holder
from greycells.deduction.knowledge import Claim, direct_claims
from greycells.deduction.notebook import Box, Notebook, check
from greycells.deduction.problem import TooHard
from greycells.deduction.proof_text import name_of, say_claim, say_claims
from greycells.language.sentences import Sentence
from greycells.rules.views import View


class HelpLevel(Enum):
    """How much the game writes into a person's notebook."""

    NONE = "none"
    DIRECT_FACTS = "direct facts"
    FULL_LOGIC = "full logic"


def help_claims(evidence: Evidence, level: HelpLevel) -> tuple[Claim, ...]:
    """What the table's help may write; where answers contradict one another, only what was seen."""
    if level is HelpLevel.NONE:
        return ()
    claims = dict.fromkeys(direct_claims(evidence))
    if level is HelpLevel.FULL_LOGIC:
        claims |= dict.fromkeys(certainties(evidence).knowledge)
    return tuple(claims)


def why(view: View, box: Box) -> tuple[str, ...]:
    """Why a holder has a card, or has not, step by step; while that is open, how likely it is."""
    evidence = facts_from(view)
    knowledge, exact = certainties(evidence)
    if not knowledge.consistent:
        return why_contradictory(evidence)
    has = knowledge.has(box.card, box.holder)
    if has is not None:
        return why_certain(evidence, Claim(box.card, box.holder, has)).proof
    if not exact:
        return (str(Sentence("advice.too many deals")),)
    percent = round(100 * knowledge.worlds.number_with(box.card, box.holder) / knowledge.worlds.total)
    return (str(Sentence("advice.not certain", holder=name_of(box.holder), card=box.card, percent=percent)),)


def objections(notebook: Notebook, view: View, level: HelpLevel) -> Iterator[Sentence]:
    """The marks that can't be right, as far as the table's help goes."""
    evidence = facts_from(view)
    if level is HelpLevel.FULL_LOGIC:
        try:
            conflicts = [conflict.marks for conflict in check(notebook, evidence)]
        except (TooHard, TooDeep):
            pass  # Marks that are wrong together stay unnoticed then; those that are wrong by themselves do not.
        else:
            yield from map(_objection, conflicts)
            return
    known = known_boxes(view, level)
    for claim in notebook.claims:
        if known.get(Box(claim.card, claim.holder), claim.has) is not claim.has:
            yield _objection((claim,))


def _objection(marks: tuple[Claim, ...]) -> Sentence:
    match marks:
        case (claim,):
            return Sentence("advice.wrong mark", truth=say_claim(claim._replace(has=not claim.has)))
        case claims:
            return Sentence("advice.wrong together", claims=say_claims(claims))


def known_boxes(view: View, level: HelpLevel) -> dict[Box, bool]:
    """What the game itself writes on the sheet: the player's own hand, the open cards (SET-18), and what help adds."""
    claims = help_claims(facts_from(view), level)
    return _without_help(view) | {Box(claim.card, claim.holder): claim.has for claim in claims}


def _without_help(view: View) -> dict[Box, bool]:
    known: dict[Box, bool] = {}
    holders: list[Holder] = [*view.scene.seats, CASE_FILE]
    for card in view.scene.edition.deck:
        mine, open_card = card in view.hand, card in view.scene.open_cards
        for holder in holders:
            own = holder == view.seat
            if own or mine or open_card:
                known[Box(card, holder)] = own and mine
    return known
