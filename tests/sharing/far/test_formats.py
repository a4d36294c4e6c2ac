"""What two versions of the app must make alike: names of topics, keys, digests, and how a code is written."""

from typing import Any

import pytest

from companion.referee.errors import RefereeError
from companion.sharing.far.dice import FACES, MOST_DICE, commitment, share
from companion.sharing.far.keys import Keys, signed_by
from companion.sharing.far.ledger import ORIGIN, Entry, canonical
from companion.sharing.far.meeting import Invitation, presence, status, topics
from companion.sharing.feed.publisher import HERE

CODE = "ABCDEFGH2345"
HOST, GUEST = Keys(CODE, b"host"), Keys(CODE, b"guest")
MEETING = "pyramid-far/c3134c664019e368b35af7ad"


def test_topics_and_what_a_table_says_of_itself_follow_from_the_code() -> None:
    assert topics(CODE) == {"host": f"{MEETING}/host", "guest": f"{MEETING}/guest"}
    assert status(f"{MEETING}/host") == f"{MEETING}/host/status"
    proof = "23437264f2da5b21fa2b2ecdcb0fb6190fc2039a45b0d33055d3d7da865d88e1"
    assert presence(CODE, f"{MEETING}/host", "online", 5) == f"online 5 {proof}"
    proof = "762c7d275a69fd3edfb2dc621d138fb543b14a59c534e06e35bbf978295bf4a6"
    assert presence(CODE, f"{MEETING}/host", HERE, 5) == f"here 5 {proof}"


def test_keys_follow_from_the_code_and_both_secrets() -> None:
    exchange = "25639e73079d1c6cb39446285e7e83c407cf745a69ef36df80f3b0e46520632e"
    sign = "8e0396c7c3af36352d7e99c4a4060f2bef5f9cdb60a18df3d985cfeb013db2a7"
    assert HOST.public == exchange + sign
    session = "a6bbaa34ae9658a651c59bbe707864a5959bbea3e081ed006fe0726ac5306343"
    assert HOST.session(GUEST.public).hex() == GUEST.session(HOST.public).hex() == session
    assert HOST.following(GUEST.public) == GUEST.following(HOST.public) == "4J5T5VD7FPYS"
    signature = (
        "f68b7f65024d2199062468cca607307cba0b714d957e128b05815004f18dae8f"
        "f2010d8713e7308d4c9661f2313bf23382b1204bbf6a2e1e7ef9e4e1b5769908"
    )
    assert HOST.signature("0" * 64) == signature
    assert signed_by(HOST.public, "0" * 64, signature)
    assert not signed_by(GUEST.public, "0" * 64, signature)
    assert not signed_by(HOST.public, "1" * 64, signature)
    assert not signed_by("no key", "0" * 64, signature)


def test_a_text_is_opened_with_the_key_and_at_the_topic_that_it_was_sealed_for() -> None:
    for theirs, mine in ((GUEST.public, HOST.public), (None, None)):
        box = HOST.sealed("héllo", "topic", theirs)
        assert GUEST.opened(box, "topic", mine) == "héllo"
        assert len(box) == 12 + len("héllo".encode()) + 16
        for topic, key in (("other", mine), ("topic", None if mine else HOST.public)):
            with pytest.raises(ValueError, match="not encrypted"):
                GUEST.opened(box, topic, key)


def test_keys_are_those_of_a_table_with_which_one_can_be_shared() -> None:
    assert HOST.shared_with(GUEST.public, GUEST.public)
    for theirs, told in ((GUEST.public, HOST.public), (GUEST.public[:-2], GUEST.public[:-2]), ("0" * 128, "0" * 128)):
        assert not HOST.shared_with(theirs, told)


def test_digests_bind_an_entry_to_all_that_it_says() -> None:
    assert canonical({"b": [1, None], "a": "ä"}) == '{"a":"\\u00e4","b":[1,null]}'
    entry = Entry(0, ORIGIN, "host", "hello", {"ä": 1})
    assert entry.digest == "ab7cc04a50136bd673380d294c4378dd522d35915dfdd19b73c1f6aad3c84f2b"
    assert entry._replace(signature="ff").digest == entry.digest
    assert Entry.from_json(entry.to_json()) == entry
    changes: list[tuple[str, Any]] = [("n", 1), ("prev", "1" * 64), ("by", "guest"), ("kind", "join"), ("body", {})]
    for name, value in changes:
        assert entry._replace(**{name: value}).digest != entry.digest


def test_shares_of_dice_follow_from_the_secret_and_the_occasion() -> None:
    values, nonce = share(b"secret", "4")
    assert values[:12] == (3, 2, 3, 2, 3, 3, 3, 5, 3, 5, 5, 4) and len(values) == MOST_DICE
    assert {*values} == {*range(FACES)}
    assert nonce == "3ae6d048410a384356f6910e86654b848ce4f7dce5f95dbdb3d50f94c21e950f"
    assert share(b"secret", "5") != share(b"other", "4") != (values, nonce)
    assert commitment([1, 2], "n") == "560f454ac07a13cb6e100ffb48b4377179996295a6e2bf1b84a2716d9c2b9851"


@pytest.mark.parametrize(
    ("typed", "broker", "code"),
    [
        ("ABCD-EFGH-2345", "mqtt://hall.local", "ABCDEFGH2345"),
        (" abcd efgh 2345 ", "mqtt://hall.local", "ABCDEFGH2345"),
        ("OIL0-0000-0000", "mqtt://hall.local", "011000000000"),
        ("mqtts://club.example:99#ABCD-EFGH-2345", "mqtts://club.example:99", "ABCDEFGH2345"),
    ],
)
def test_an_invitation_is_read_as_people_write_it(typed: str, broker: str, code: str) -> None:
    found = Invitation.read(typed, "mqtt://hall.local")
    assert found == (broker, code)
    assert Invitation.read(str(found), "") == found


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("ABCD-EFGH-234", "far.bad_code"),
        ("ABCD-EFGH-23456", "far.bad_code"),
        ("ABCD-EFGH-234U", "far.bad_code"),
        ("ABCD-EFGH-2345", "far.no_broker"),
        ("hall.local#ABCD-EFGH-2345", "publish.address"),
    ],
)
def test_what_is_no_invitation_is_refused(typed: str, why: str) -> None:
    with pytest.raises(RefereeError) as refused:
        Invitation.read(typed, "")
    assert refused.value.reason.key == why
