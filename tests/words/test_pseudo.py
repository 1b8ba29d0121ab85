"""The pseudo-locale finds what it is there to find."""

from __future__ import annotations

import pytest

from tests.words.pseudo import pseudo, pseudo_catalogue, untranslated


def test_a_sentence_is_bracketed_accented_and_longer() -> None:
    text = pseudo("Pass {count} cards to {name}")
    assert text.startswith("⟦Páss {count} çárds tó {name}")
    assert text.endswith("⟧")
    said = len(text.replace("{count}", "").replace("{name}", "")) - len("⟦⟧")
    assert said == round(1.4 * len("Pass  cards to "))


@pytest.mark.parametrize("text", ["{name} {points}", "10", "−{count}"])
def test_what_says_nothing_stays(text: str) -> None:
    assert pseudo(text) == text


def test_only_what_is_in_no_brackets_is_untranslated() -> None:
    pseudo_words = pseudo_catalogue()
    said = pseudo_words.say("table.log.pass.left", deal=2)
    assert untranslated(f"{said} Aino −26", "Aino") == ""
    assert untranslated(f"{said} Aino") == "Aino"
    assert untranslated(f"Hand 2. {said}") == "Hand"
