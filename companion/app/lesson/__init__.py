"""How to play: a few pictures of each game, to be tapped through."""
