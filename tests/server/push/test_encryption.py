"""Only the browser reads what it is told: the content coding of RFC 8291, and its own example."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key

from openhearts.server.push.encryption import encrypt, from_text, point, to_text
from tests.server.push.browsers import PushedBrowser

# RFC 8291, appendix A.
SAID = b"When I grow up, I want to be a watermelon"
OUR_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
OUR_PUBLIC = (
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
)
ITS_PUBLIC = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
ITS_PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SENT = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)


def test_the_example_of_the_standard_comes_out_byte_by_byte() -> None:
    private = derive_private_key(int.from_bytes(from_text(OUR_PRIVATE)), SECP256R1())
    assert to_text(point(private.public_key())) == OUR_PUBLIC
    salt, auth = from_text(SALT), from_text(AUTH)
    sent = encrypt(SAID, from_text(ITS_PUBLIC), auth, salt=salt, private=private)
    assert to_text(sent) == SENT


def test_the_browser_of_the_tests_reads_the_example() -> None:
    browser = PushedBrowser.with_keys(from_text(ITS_PRIVATE), from_text(AUTH))
    assert to_text(browser.public) == ITS_PUBLIC
    assert browser.read(from_text(SENT)) == SAID


def test_each_message_has_keys_of_its_own_and_only_its_browser_reads_it() -> None:
    browser, other = PushedBrowser(), PushedBrowser()
    sent = [encrypt(SAID, browser.public, browser.auth) for _ in range(2)]
    assert sent[0] != sent[1]
    assert {browser.read(one) for one in sent} == {SAID}
    with pytest.raises(InvalidTag):
        other.read(sent[0])


def test_short_and_long_messages_look_alike() -> None:
    browser = PushedBrowser()
    sent = [encrypt(said, browser.public, browser.auth, padded_to=64) for said in (b"", b"x" * 64)]
    assert len(sent[0]) == len(sent[1])
    assert [browser.read(one) for one in sent] == [b"", b"x" * 64]


@pytest.mark.parametrize("public", [b"", b"\x04" + bytes(64), b"\x04" + b"\xff" * 64])
def test_what_is_no_key_is_refused(public: bytes) -> None:
    with pytest.raises(ValueError, match=r".*"):
        encrypt(SAID, public, bytes(16))


@pytest.mark.parametrize("text", ["a", "a b_", "AB+/", "ab=c", "é"])
def test_what_is_no_base64url_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        from_text(text)
