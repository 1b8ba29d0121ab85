"""What a block is: one deal from every seat, the same whoever plays it, and when."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from itertools import count
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openhearts.arena import playing
from openhearts.arena.blocks import Block
from openhearts.arena.entrants import BOTS, UnknownEntrant, bot_of, command_of
from openhearts.arena.match import Match
from openhearts.arena.playing import play_block
from openhearts.arena.seeds import BITS, derived
from openhearts.arena.statistics import difference
from openhearts.bots.at_random import RandomBot
from openhearts.bots.fallback import fallback_action
from openhearts.records import dumps, loads
from openhearts.rules.actions import Action, ChooseMoon, PassCards, PlayCard
from openhearts.rules.cards import Card, Cards
from openhearts.rules.deal import Phase
from openhearts.rules.ruleset import PRESETS, MoonRule, Passing, Ruleset
from openhearts.rules.scoring import total
from openhearts.rules.view import SeatView
from tests.arena.programs import GOOD, Programs
from tests.strategies import rulesets

STANDARD = Match(("rule", "random"), Ruleset(), seed=7, blocks=12)


class Spying:
    """Plays at random, and keeps what it was asked, as no bot that is in earnest does."""

    def __init__(self) -> None:
        self.asked: list[tuple[SeatView, int]] = []

    def answer(self, view: SeatView, seed: int) -> Action:
        self.asked.append((view, seed))
        return RandomBot().answer(view, seed)


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> Spying:
    spy = Spying()
    monkeypatch.setitem(BOTS, "spy", spy)
    return spy


def dealt(match: Match, number: int) -> list[tuple[int, tuple[Cards, ...]]]:
    """By seating: the number of the deal, and its hands."""
    records = play_block(match, number, with_records=True).records
    return [(each.deal.number, each.deal.dealt) for record in records for each in record.deals]


def without_times(block: Block) -> Block:
    a, b = (replace(own, milliseconds=0.0) for own in block.answers)
    return replace(block, answers=(a, b))


# -- deals and seatings


def test_each_block_has_another_deal_and_all_its_seatings_the_same() -> None:
    """C39."""
    blocks = [dealt(STANDARD, number) for number in range(STANDARD.blocks)]
    assert all(len(set(block)) == 1 and len(block) == 4 for block in blocks)
    assert len({block[0][1] for block in blocks}) == STANDARD.blocks


def test_another_seed_makes_other_deals() -> None:
    """C39."""
    assert dealt(STANDARD, 0) != dealt(replace(STANDARD, seed=8), 0)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_sits_once_in_each_seat(seats: int) -> None:
    seatings = replace(STANDARD, ruleset=Ruleset(seats=seats)).seatings
    assert [seating.index(0) for seating in seatings] == list(range(seats))
    assert all(sum(seating) == seats - 1 for seating in seatings)


def test_pairs_sit_in_all_six_ways() -> None:
    seatings = replace(STANDARD, pairs=True).seatings
    assert len(set(seatings)) == 6
    assert all(sorted(seating) == [0, 0, 1, 1] for seating in seatings)


def test_pairs_of_five_are_an_error() -> None:
    with pytest.raises(ValueError, match="4 seats"):
        replace(STANDARD, ruleset=Ruleset(seats=5), pairs=True)


def test_who_sits_where_is_who_plays_there(spy: Spying) -> None:
    match = replace(STANDARD, entrants=("spy", "random"))
    play_block(match, 3)
    assert list(dict.fromkeys(view.seat for view, _ in spy.asked)) == [0, 1, 2, 3]
    spy.asked.clear()
    play_block(replace(match, entrants=("random", "spy")), 3)
    seats = Counter(view.seat for view, _ in spy.asked if view.phase is Phase.PASSING)
    assert set(seats.values()) in ({3}, set())


@pytest.mark.parametrize(
    ("passing", "seats"), [("cycle", 4), ("no-hold", 4), ("cycle", 6), ("none", 3)]
)
def test_passing_and_the_dealer_take_turns_from_block_to_block(passing: str, seats: int) -> None:
    ruleset = Ruleset(seats=seats, passing=Passing(passing))
    match = replace(STANDARD, ruleset=ruleset, blocks=120)
    numbers = [match.deal_number(block) for block in range(match.blocks)]
    directions = Counter(ruleset.direction(number) for number in numbers)
    assert len(set(directions.values())) == 1
    assert directions.keys() == set(ruleset.passing_cycle)
    assert len(set(Counter((number - 1) % seats for number in numbers).values())) == 1


def test_no_deal_comes_after_the_last_of_a_game() -> None:
    match = replace(STANDARD, ruleset=Ruleset(deal_limit=2))
    assert {match.deal_number(block) for block in range(9)} == {1, 2}


# -- chance


def test_seeds_of_different_places_are_different_and_fit_into_a_float() -> None:
    seeds = [derived(1, block, "bot", seat) for block in range(200) for seat in range(4)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**BITS and int(float(seed)) == seed for seed in seeds)
    assert max(seeds) > 2 ** (BITS - 1)


def test_a_seed_is_the_same_on_every_machine() -> None:
    assert derived(7, 0, "deal", 1) == derived(7, 0, "deal", 1) == 926491926659515


def test_a_block_is_the_same_each_time_and_alone() -> None:
    whole = [without_times(play_block(STANDARD, number).block) for number in range(3)]
    again = [without_times(play_block(STANDARD, number).block) for number in (2, 0, 1)]
    assert again == [whole[2], whole[0], whole[1]]


def test_a_job_can_be_sent_to_another_machine() -> None:
    match = pickle.loads(pickle.dumps(STANDARD))
    block = pickle.loads(pickle.dumps(play_block(match, 1, with_records=True)))
    assert without_times(block.block) == without_times(play_block(STANDARD, 1).block)


@settings(max_examples=25)
@given(rulesets(), st.integers(0, 99), st.sampled_from(["random", "rule"]), st.booleans())
def test_a_bot_against_itself_is_balanced_in_each_block(
    ruleset: Ruleset, number: int, name: str, pairs: bool
) -> None:
    match = Match((name, name), ruleset, 3, 100, pairs=pairs and ruleset.seats == 4)
    assert difference(match, play_block(match, number).block) == 0.0


def test_a_bot_against_itself_is_balanced_in_whole_games() -> None:
    match = Match(("random", "random"), Ruleset(target=60), 3, 1, whole_games=True)
    assert difference(match, play_block(match, 0).block) == 0.0


def test_with_own_seeds_each_entrant_draws_its_own_chance_in_each_seating(spy: Spying) -> None:
    match = replace(STANDARD, entrants=("spy", "spy"))
    play_block(match, 0)
    assert len({seed for _, seed in spy.asked}) * 4 == len(spy.asked)
    spy.asked.clear()
    play_block(replace(match, own_seeds=True), 0)
    assert len({seed for _, seed in spy.asked}) == len(spy.asked)


# -- what a bot is given, and what its answer costs


def test_bots_are_given_views_of_their_own_seat_and_nothing_else(spy: Spying) -> None:
    play_block(replace(STANDARD, entrants=("spy", "spy")), 0)
    assert all(type(view) is SeatView and view.is_my_turn for view, _ in spy.asked)
    assert all(not view.opening_hands and not view.passes for view, _ in spy.asked)


class Bad:
    """Answers with whatever ``answers`` gives."""

    def __init__(self, answers: Any) -> None:
        self.answers = answers

    def answer(self, view: SeatView, seed: int) -> Action:
        answer: Action = self.answers(view)
        return answer


def raises(view: SeatView) -> Any:
    raise RuntimeError(f"no idea with {len(view.hand)} cards")


def changes_its_view(view: SeatView) -> Any:
    object.__setattr__(view, "hand", Cards())
    object.__setattr__(view, "to_act", ())
    raise RuntimeError


def plays_a_foreign_card(view: SeatView) -> Any:
    return PlayCard((view.ruleset.deck - view.hand).lowest())


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        pytest.param(raises, "raised", id="raises"),
        pytest.param(changes_its_view, "raised", id="changes its view"),
        pytest.param(plays_a_foreign_card, "illegal", id="foreign card"),
        pytest.param(lambda _: ChooseMoon(MoonRule.NONE), "illegal", id="no such moon"),
        pytest.param(lambda _: None, "nonsense", id="nothing"),
        pytest.param(lambda _: PlayCard(cast("Card", "ZZ")), "nonsense", id="a word"),
        pytest.param(lambda _: PassCards(cast("Any", 3)), "nonsense", id="a number"),
    ],
)
def test_what_is_no_answer_costs_the_turn_and_is_counted(
    answers: Any, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "bad", Bad(answers))
    monkeypatch.setitem(BOTS, "fallback", Bad(fallback_action))
    bad = play_block(replace(STANDARD, entrants=("bad", "random")), 0, with_records=True)
    good = play_block(replace(STANDARD, entrants=("fallback", "random")), 0)
    assert bad.block.results == good.block.results
    (own, others) = bad.block.answers
    assert sum(own.faults.values()) == own.count > 0
    assert own.faults.get(fault, 0) > 0
    assert others.faults == {}


def test_answers_that_were_not_a_bot_s_own_are_marked_in_the_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(BOTS, "bad", Bad(raises))
    played = play_block(replace(STANDARD, entrants=("bad", "random")), 0, with_records=True)
    for seat, record in enumerate(played.records):
        (deal,) = record.deals
        actions = enumerate(deal.actions(), 1)
        assert list(deal.automatic) == [place for place, (who, _) in actions if who == seat]


def test_a_program_that_fails_is_no_worse_off_in_the_next_block(programs: Programs) -> None:
    command = programs.answering("sys.exit(1)")
    match = replace(STANDARD, entrants=(f"external:{command}", "random"))
    faults = [play_block(match, number).block.answers[0].faults for number in (0, 1)]
    assert [set(each) for each in faults] == [{"ended"}, {"ended"}]
    again = play_block(match, 0).block.answers[0]
    assert again.faults == faults[0] == {"ended": again.count}


def test_one_program_plays_for_all_its_seats(programs: Programs) -> None:
    starts = programs.folder / "starts"
    command = programs.script(
        f"open({str(starts)!r}, 'a').write('x')\nsay(HELLO)\n"
        "for line in sys.stdin: say(good(json.loads(line)['view']))"
    )
    match = replace(STANDARD, entrants=("random", f"external:{command}"))
    for number in (0, 1):
        assert play_block(match, number).block.answers[1].faults == {}
    assert starts.read_text() == "x"


# -- whole games


@pytest.mark.parametrize("preset", PRESETS)
def test_whole_games_go_to_the_target_in_every_seating(preset: str) -> None:
    ruleset = replace(PRESETS[preset], target=40)
    match = Match(("random", "random"), ruleset, 1, 1, whole_games=True, own_seeds=True)
    played = play_block(match, 0, with_records=True)
    firsts = set()
    for record, result in zip(played.records, played.block.results, strict=True):
        game = record.game
        assert result.winners == game.winners != ()
        assert result.points == game.scores
        assert result.deals == len(game.finished)
        assert sum(result.moons) == sum(f.outcome.shooter is not None for f in game.finished)
        firsts.add(tuple(finished.deal.dealt for finished in game.finished[:1]))
        hands = [finished.deal.dealt for finished in game.finished]
        assert len(set(hands)) == len(hands)
    assert len(firsts) == 1


def test_bots_in_a_game_are_told_the_scores(spy: Spying) -> None:
    ruleset = Ruleset(target=30)
    match = Match(("spy", "spy"), ruleset, 1, 1, whole_games=True)
    (record, *_) = play_block(match, 0, with_records=True).records
    seen = list(dict.fromkeys((view.number, view.scores) for view, _ in spy.asked))
    scores: list[tuple[int, ...]] = [(0, 0, 0, 0)]
    for finished in record.finished[:-1]:
        scores.append(total(scores[-1], finished.outcome.points))
    assert seen == list(zip(count(1), scores))


def test_a_game_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_DEALS", 3)
    match = Match(("random", "random"), Ruleset(target=1000), 1, 1, whole_games=True)
    for result in play_block(match, 0).block.results:
        assert (result.deals, result.winners) == (3, ())


def test_records_can_be_read_again_and_say_who_played() -> None:
    match = Match(("rule", "random"), Ruleset(target=30), 1, 1, whole_games=True)
    for seat, record in enumerate(play_block(match, 0, with_records=True).records):
        assert loads(dumps(record)) == record
        bots = [player.bot for player in record.players]
        assert bots[seat] == "rule"
        assert bots.count("random") == 3


# -- entrants

SAME = BOTS["rule"]


def test_entrants_are_named() -> None:
    assert command_of("rule") is command_of("random") is None
    assert bot_of("python:tests.arena.test_playing:SAME", 1) is SAME
    assert command_of("external: ./mine --fast") == "./mine --fast"
    for unknown in (
        "nobody",
        "external:",
        "external: ",
        "",
        "EXTERNAL:x",
        "python:",
        "python:tests.arena.test_playing",
        "python:tests.arena.test_playing:NOBODY",
        "python:no.such.module:BOT",
        "tests.arena.test_playing:SAME",
    ):
        with pytest.raises(UnknownEntrant):
            bot_of(unknown, 1)
    assert bot_of(f"external:{GOOD}", 1) is bot_of(f"external:{GOOD}", 1)
