"""What tic-tac-toe adds to the texts: the app's catalogue, and sentences."""

CATALOGUE = {
    "game.tic-tac-toe": {"en": "Tic-tac-toe", "de": "Drei gewinnt"},
    "game.tic-tac-toe.says": {"en": "Three in a row", "de": "Drei in einer Reihe"},
    "tic-tac-toe.say.setup": {"en": "An empty board.", "de": "Ein leeres Brett."},
    "tic-tac-toe.say.move": {"en": "Tap a place.", "de": "Tippe auf einen Platz."},
    "tic-tac-toe.say.won": {"en": "{player}: {moves}. Three!", "de": "{player}: {moves}. Drei!"},
}
SENTENCES = {
    "en": {
        "game.tic-tac-toe": "Tic-tac-toe",
        "toy.taken": "{place} is taken",
        "toy.own": "the mover puts {sign}",
        "toy.one": "one sign a turn, not {n}",
        "toy.put": "{sign} {place}",
        "toy.nothing": "nothing is said before a turn",
        "toy.not_empty": "{place} is not empty",
    },
    "de": {
        "game.tic-tac-toe": "Drei gewinnt",
        "toy.taken": "{place} ist besetzt",
        "toy.own": "wer am Zug ist, setzt {sign}",
        "toy.one": "ein Zeichen je Zug, nicht {n}",
        "toy.put": "{sign} {place}",
        "toy.nothing": "vor dem Zug wird nichts gesagt",
        "toy.not_empty": "{place} ist nicht leer",
    },
}
