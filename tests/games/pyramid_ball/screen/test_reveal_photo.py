"""Whether the camera's picture is the board while a turn is revealed."""

from companion.games.pyramid_ball.screen.reveal_photo import RevealPhoto


def test_a_turn_is_revealed_in_the_photo_and_the_drawing_comes_back() -> None:
    reveal = RevealPhoto()
    assert reveal.photo(False, follows=False) is False
    assert reveal.photo(False, follows=True) is True
    assert reveal.photo(True, follows=True) is True
    assert reveal.photo(True, follows=False) is False


def test_players_who_switch_to_the_drawing_keep_it_until_the_next_turn() -> None:
    reveal = RevealPhoto()
    reveal.photo(True, follows=True)
    assert reveal.photo(False, follows=True) is False
    assert reveal.photo(False, follows=False) is False
    assert reveal.photo(False, follows=True) is True


def test_players_who_like_the_photo_keep_it() -> None:
    reveal = RevealPhoto()
    reveal.photo(True, follows=True)
    assert reveal.photo(True, follows=False) is True
