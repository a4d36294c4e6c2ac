"""Names and passwords in the addresses of cameras are never shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.sources.masking import masked, masked_name, same_camera


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("http://192.168.1.5:8080/video", "http://192.168.1.5:8080/video"),
        ("http://ann:secret@cam:80/a/b?token=secret#secret", "http://***@cam:80/a/b?***"),
        ("rtsp://ann:se/cr@e?t@cam/live", "rtsp://***@cam/live"),
        ("http://ann:1234/secret@cam", "http://***@cam"),
        ("https://[fe80::1%eth0]:81/v?auth=secret", "https://[fe80::1%eth0]:81/v?***"),
        ("http://ann:secret@", "http://***@"),
        ("0", "0"),
        ("games/2026", "games/2026"),
    ],
)
def test_an_address_is_shown_without_its_secrets(address: str, shown: str) -> None:
    assert masked(address) == masked_name(address) == shown
    assert masked(shown) == shown, "masked once is masked for good"
    assert same_camera(address, shown) and same_camera(address, address)


def test_addresses_are_masked_wherever_they_stand_in_a_text() -> None:
    text = 'lost "http://a:secret@b/c?t=secret", then rtsp://x:secret@y and http://plain/video'
    assert masked(text) == 'lost "http://***@b/c?***", then rtsp://***@y and http://plain/video'


def test_a_name_is_masked_to_its_end_with_blanks_and_quotes() -> None:
    assert masked_name('http://a:sec ret"x@cam/v') == "http://***@cam/v"


@given(
    st.text(st.characters(exclude_characters="\0"), min_size=1), st.sampled_from(["cam", "10.0.0.7:80", "[::1]:8080"])
)
def test_no_password_gets_through_whatever_it_is_made_of(secret: str, host: str) -> None:
    assert masked_name(f"http://ann:{secret}@{host}/video") == f"http://***@{host}/video"
    assert masked_name(f"http://{host}/video?password={secret}").startswith("http://")
