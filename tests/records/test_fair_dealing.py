"""Fair dealing: what a record proves, and that nothing in it can be changed unnoticed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.cli.conftest import Run
from tests.margin import PROOF

from greycells.editions import load
from greycells.notation import Record, read, scan, stamped, write
from greycells.players import player
from greycells.rules.events import Dealt, Event, LaidOpen, Placed, Rolled, RolledForStart, Sealed, Snooped
from greycells.rules.fair_dealing import FairDealer, commitment_to, dealer_nonce, fresh_secret, verify
from greycells.rules.game import Game
from greycells.rules.record_metadata import Pledge
from greycells.terminal.record_files import doubts

RECORDS = Path(__file__).parents[2] / "records"
FAIR = [file for file in sorted(RECORDS.glob("*/*.case")) if "\nsecret " in file.read_text(encoding="utf-8")]
NAMED = pytest.mark.parametrize("file", FAIR, ids=lambda file: f"{file.parent.name}/{file.stem}")


def changes(text: str) -> Iterator[tuple[str, str]]:
    """Every text that differs in one card, one die, one nonce, the secret or the commitment; with what was changed."""
    record = read(text)
    deck = record.table.edition.deck
    others = {
        card.word: kind[index - 1].word
        for kind in (deck.suspects, deck.weapons, deck.rooms)
        for index, card in enumerate(kind)
    }
    for found in re.finditer(r"\{[^}]*\}|\b[A-Za-z'’-]+\b|(?<= )[1-6](?=[ \n])|\"[^\"\n]*\"", text):
        word = found.group()
        if word.startswith('"') and not text[text.rfind("\n", 0, found.start()) :].startswith("\nseats"):
            other = f'"{word[1:-1]}x"' if len(word) < 60 else f'"{word[2:-1]}{(int(word[1], 16) + 1) % 16:x}"'
        elif word.isdigit():
            other = str(int(word) % 6 + 1)
        elif word in others:
            other = others[word]
        else:
            continue
        line = text.count("\n", 0, found.start()) + 1
        yield f"line {line}: {word} -> {other}", text[: found.start()] + other + text[found.end() :]


@NAMED
def test_a_change_of_any_card_die_or_nonce_is_found(file: Path) -> None:
    found = list(changes(file.read_text(encoding="utf-8")))
    for what, changed in found if PROOF else Random(file.stem).sample(found, 40):
        assert changed_is_found(changed), what


def changed_is_found(text: str) -> bool:
    try:
        return any(True for _ in doubts(scan(text)))
    except ValueError:
        return True


def chosen(record: Record) -> Iterator[Record]:
    """The same game with one outcome of chance chosen by somebody, and a fresh stamp, so that the stamp is no help."""
    for number, event in enumerate(record.events):
        other = _chosen(record, event)
        if other is not None:
            yield stamped(replace(record, events=(*record.events[:number], other, *record.events[number + 1 :])))


def _chosen(record: Record, event: Event) -> Event | None:
    match event:
        case Rolled(seat, dice):
            return Rolled(seat, (dice[0] % 6 + 1, *dice[1:]))
        case Sealed(case_file) if case_file is not None:
            suspects = record.table.edition.deck.suspects
            return Sealed(case_file._replace(suspect=suspects[case_file.suspect.index - 1]))
        case Dealt(dealer, sizes, (first, second, *rest)) if first is not None and second is not None:
            given, taken = next(iter(first)), next(iter(second))
            deck = record.table.edition.deck
            hands = (deck.of((first - {given}) | {taken}), deck.of((second - {taken}) | {given}), *rest)
            return Dealt(dealer, sizes, hands)
        case Snooped(seat, owner, card) if card is not None:
            dealt = next(each for each in record.events if isinstance(each, Dealt))
            hand = dealt.hands[owner.index]
            assert hand is not None
            return Snooped(seat, owner, next(other for other in hand if other != card))
        case Placed(pawns, (one, other, *rest)) if one is not other:
            return Placed(pawns, (other, one, *rest))
        case LaidOpen(cards):
            return LaidOpen(record.table.edition.deck.everything - cards)  # type: ignore[arg-type]
        case RolledForStart(rounds):
            seat, dice = rounds[0][0]
            return RolledForStart((((seat, (dice[0] % 6 + 1, *dice[1:])), *rounds[0][1:]), *rounds[1:]))
        case _:
            return None


@NAMED
def test_a_chosen_outcome_is_found_even_with_a_fresh_stamp(file: Path) -> None:
    record = read(file.read_text(encoding="utf-8"))
    assert record.pledge is not None
    forged = list(chosen(record))
    kinds = {type(event) for event in record.events} & {Rolled, Sealed, Dealt, Snooped, LaidOpen, RolledForStart}
    assert len(forged) >= len(kinds)
    for each in forged:
        assert next(verify(each.table, each.events, record.pledge), None) is not None


def test_the_doubts_say_exactly_what_does_not_match(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "a.case"
    text = (RECORDS / "classic" / "solved.case").read_text(encoding="utf-8")
    file.write_text(text.replace("2. Mustard   rolls 2", "2. Mustard   rolls 3"))
    lines = run("verify", str(file)).out.splitlines()
    assert lines[0].startswith(f"{file}:17:32: Mustard rolled 3 and can't end on w7")
    assert lines[1] == f"{file}:17:14: Mustard should roll 2, not 3."
    file.write_text(text.replace('"ada-123646"', '"ada-123647"'))
    told = run("verify", str(file)).out
    assert told.startswith(f"{file}:9:1: According to the random draw, ")
    assert f"{file}:10:1: The case file should hold " in told
    assert f"{file}:16:14: Scarlett should roll " in told
    file.write_text(text.replace('secret   "ab', 'secret   "ac'))
    assert "The secret doesn't match the commitment" in run("verify", str(file)).out
    file.write_text(text.replace("{Three friends", "{Four friends"))
    assert run("verify", str(file)).code == 0


def test_without_the_secret_or_a_pledge_nothing_is_proved(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "a.case"
    text = (RECORDS / "classic" / "solved.case").read_text(encoding="utf-8")
    for left_out, sentence in (
        (r'secret   "\w+"\n', "hasn't revealed the secret"),
        (r'stamp    "\w+"\n', "has no stamp"),
        (r"(commit|nonce|secret) .*\n", "made no commitment"),
    ):
        file.write_text(re.sub(left_out, "", text))
        ran = run("verify", str(file))
        assert ran.code == 1
        assert sentence in ran.out


def test_every_nonce_and_the_secret_decide_the_deal() -> None:
    nonces = ["ada", "grace", "hedy"]
    deal = dealt("secret", nonces)
    assert dealt("secret", nonces) == deal
    assert dealt("secret.", nonces) != deal
    for seat in range(3):
        assert dealt("secret", [*nonces[:seat], "another", *nonces[seat + 1 :]]) != deal
    assert dealt("secret", ["adag", "race", "hedy"]) != deal
    assert dealt("secretada", ["", "grace", "hedy"]) != deal


def dealt(secret: str, nonces: list[str]) -> list[Event]:
    return Game.new(load("luxury"), ["Ada", "Grace", "Hedy"], dealer=FairDealer(secret, nonces)).events


def test_the_pledge_tells_nothing_before_it_is_opened() -> None:
    secret = fresh_secret()
    dealer = FairDealer(secret, ["a", "b", "c"])
    assert dealer.pledge == Pledge(commitment_to(secret), ("a", "b", "c"))
    assert dealer.opened.secret == secret
    assert secret not in repr(dealer)
    assert secret not in write(Record(Game.new(load("cottage"), ["a", "b"]).table, (), pledge=dealer.pledge))
    assert fresh_secret() != secret


def test_a_branch_of_a_fair_game_rolls_the_same_dice_again() -> None:
    game = Game.new(load("classic"), ["Ada", "Grace", "Hedy"], dealer=FairDealer("s", ["a", "b", "c"]))
    assert game.dealer.roll(1, number=7) == game.dealer.roll(1, number=7)
    rolls = [game.dealer.roll(1, number=number)[0] for number in range(6000)]
    assert all(850 < rolls.count(face) < 1150 for face in range(1, 7))


def fair_record(secret: str, nonces: list[str]) -> Record:
    """A game that was played with these nonces and is over."""
    dealer = FairDealer(secret, nonces)
    game = Game.new(load("cottage"), ["Ada", "Grace"], dealer=dealer)
    minds = [player("sergeant", seed=seat.index) for seat in game.seats]
    while game.to_act is not None:
        game.play(minds[game.to_act.index].choose(game.view(game.to_act)))
    return stamped(Record(game.table, tuple(game.events), pledge=dealer.opened))


@pytest.mark.parametrize(
    ("nonces", "said"),
    [
        (("given", None), "the nonces of Scarlett were given to it"),
        ((None, None), "All nonces came from the dealer"),
        (("given", "too"), "follow from it and the nonces of Scarlett and Mustard."),
    ],
)
def test_verify_says_which_nonces_came_from_the_dealer(
    nonces: tuple[str | None, ...], said: str, tmp_path: Path, run: Run
) -> None:
    secret = fresh_secret()
    own = [dealer_nonce(secret, seat) if nonce is None else nonce for seat, nonce in enumerate(nonces)]
    file = tmp_path / "game.case"
    file.write_text(write(fair_record(secret, own)), encoding="utf-8")
    told = run("verify", str(file)).out
    assert said in told
    assert ("from the dealer" in told) is (None in nonces)


def test_the_dealer_has_one_nonce_for_each_seat_and_another_for_each_secret() -> None:
    nonces = [dealer_nonce(secret, seat) for secret in ("one", "other") for seat in range(10)]
    assert len(set(nonces)) == 20
    assert all(re.fullmatch(r"[0-9a-f]{32}", nonce) for nonce in nonces)
