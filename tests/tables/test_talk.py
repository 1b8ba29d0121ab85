"""What people say at a table: who may say what, who is told, and that the game does not know."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from openhearts.tables import messages
from openhearts.tables.refusal import TableRefusal
from openhearts.tables.seating import close
from openhearts.tables.table import Table
from openhearts.tables.talk import MOST_LINES, Line, Lines, speak
from openhearts.tables.views import Surroundings, table_view
from tests.tables.driver import ANN, BOB, CYD, NAMES, Course

NOW = 1_800_000_000_000


def table_with(**options: object) -> Table:
    """A table at which Ann and Bob sit."""
    return Course({"options": options}, 7).seat_people(BOB).table


def phrase(said: messages.Phrase = "hello", command: str = "c1") -> messages.Say:
    return messages.Say(id=command, phrase=said)


def text(written: str = "Shall we play on?", command: str = "c1") -> messages.Write:
    return messages.Write(id=command, text=written)


def refusal(table: Table, person: str, command: messages.Speaking) -> str:
    with pytest.raises(TableRefusal) as refused:
        speak(table, (), person, command, NOW)
    return refused.value.code


def seen(table: Table, seat: int | None, talk: Lines, **around: Any) -> messages.View:
    known = Surroundings(lambda person: (NAMES.get(person), True), talk=talk)
    return table_view(table, "table7", seat, known, **around)


class TestWhoMaySayWhat:
    """Phrases by their key anywhere; free text only where no strangers meet."""

    @pytest.mark.parametrize(
        ("listed", "talk", "may"),
        [
            (False, "all", "all"),
            (False, "phrases", "phrases"),
            (False, "none", "none"),
            (True, "all", "phrases"),
            (True, "phrases", "phrases"),
            (True, "none", "none"),
        ],
    )
    def test_a_listed_table_has_no_free_text_whatever_was_chosen(
        self, listed: bool, talk: str, may: str
    ) -> None:
        table = table_with(listed=listed, talk=talk)
        assert seen(table, 1, ()).may_say == may
        if may == "all":
            assert speak(table, (), BOB, text(), NOW)[-1].text == "Shall we play on?"
        else:
            assert (
                refusal(table, BOB, text()) == {"phrases": "phrases-only", "none": "no-talk"}[may]
            )
        if may == "none":
            assert refusal(table, BOB, phrase()) == "no-talk"
        else:
            assert speak(table, (), BOB, phrase(), NOW)[-1].phrase == "hello"

    def test_who_looks_on_reads_and_says_nothing(self) -> None:
        table = table_with()
        talk = speak(table, (), ANN, phrase(), NOW)
        for command in (phrase(), text()):
            assert refusal(table, CYD, command) == "not-seated"
        view = seen(table, None, talk)
        assert view.may_say == "none"
        assert [line.phrase for line in view.talk] == ["hello"]

    def test_where_nobody_looks_on_or_somebody_was_sent_away_nothing_is_read(self) -> None:
        closed_to_others = table_with(spectators=False)
        talk = speak(closed_to_others, (), ANN, phrase(), NOW)
        assert seen(closed_to_others, None, talk).talk == ()
        assert seen(table_with(), None, talk, removed=True).talk == ()

    def test_at_a_closed_table_nothing_is_said(self) -> None:
        course = Course({}, 7)
        course.happens(close(course.table))
        assert refusal(course.table, ANN, phrase()) == "table-closed"
        assert seen(course.table, 0, ()).may_say == "none"

    def test_people_talk_before_the_game_too(self) -> None:
        table = Course({}, 7, gathers=True).seat_people(BOB).table
        talk = speak(table, (), BOB, phrase(), NOW)
        for seat in (0, 1, None):
            assert [line.seat for line in seen(table, seat, talk).talk] == [1]


class TestLines:
    """The last fifty, each once, with ids that grow."""

    def test_a_repeated_command_says_nothing_twice(self) -> None:
        """C44, C51: a line that was lost, a second try, another tab."""
        table = table_with()
        talk = speak(table, (), ANN, phrase(), NOW)
        assert speak(table, talk, ANN, phrase(), NOW + 5) is talk
        assert len(speak(table, talk, BOB, phrase(), NOW + 5)) == 2

    def test_the_fifty_first_line_drops_the_first(self) -> None:
        talk: Lines = ()
        for number in range(MOST_LINES + 1):
            talk = speak(table_with(), talk, ANN, text(f"line {number}", f"c{number}"), NOW)
        assert len(talk) == 50
        assert (talk[0].text, talk[-1].text) == ("line 1", "line 50")

    def test_a_later_line_has_a_larger_id_whatever_the_watch_says(self) -> None:
        talk: Lines = ()
        for number, now in enumerate((NOW, NOW, NOW - 9000, NOW + 1, NOW + 60)):
            talk = speak(table_with(), talk, ANN, phrase(command=f"c{number}"), now)
        ids = [line.id for line in talk]
        assert ids == sorted(set(ids))
        assert ids[-1] == NOW + 60


class TestWhatIsTold:
    """Codes and who said them; no identity, and nothing that a name or a seat would hide."""

    def test_the_key_of_a_phrase_travels_and_no_words(self) -> None:
        """C71: each reads it in the own language."""
        talk = speak(table_with(), (), BOB, phrase("well-played"), NOW)
        (line,) = seen(table_with(), 0, talk).talk
        assert (line.phrase, line.text, line.seat, line.name) == ("well-played", "", 1, "Bob")

    def test_a_speaker_is_known_by_the_same_digest_on_any_seat_and_after_leaving(self) -> None:
        course = Course({}, 7).seat_people(BOB)
        talk = speak(course.table, (), BOB, phrase(), NOW)
        before = seen(course.table, 0, talk)
        assert before.talk[0].speaker == before.speakers[1] != before.speakers[0]
        assert before.speakers[2:] == ("", "")
        course.send(BOB, messages.Leave(id="c"))
        after = seen(course.table, 0, talk).talk[0]
        assert (after.speaker, after.seat, after.name) == (before.talk[0].speaker, None, "Bob")

    def test_it_is_another_digest_at_another_table(self) -> None:
        """Nobody follows a person from table to table."""
        table = table_with()
        around = Surroundings(lambda _: (None, True))
        here, there = (table_view(table, at, 0, around).speakers for at in ("here", "there"))
        assert not set(here[:2]) & set(there[:2])

    def test_no_identity_and_no_command_is_in_any_view(self) -> None:
        table = table_with()
        talk = speak(table, (), BOB, phrase(command="secret-id"), NOW)
        for seat in (0, 1, None):
            told = msgspec.json.encode(seen(table, seat, talk)).decode()
            assert BOB not in told
            assert "secret-id" not in told


def test_the_game_does_not_know_of_it() -> None:
    """C73: no event, so nothing in a log, a fold or a record."""
    assert not set(messages.Speaking.__args__) & set(messages.TableCommand.__args__)
    table = table_with()
    before = msgspec.json.encode(seen(table, 0, ()))
    talk: Lines = (Line(NOW, BOB, "c1", None, "psst"),)
    view = seen(table, 0, talk)
    assert b"psst" in msgspec.json.encode(view)
    assert view.version == table.version
    assert msgspec.json.encode(msgspec.structs.replace(view, talk=())) == before
