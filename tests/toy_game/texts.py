"""The sentences that tic-tac-toe adds to the languages."""

SENTENCES = {
    "en": {
        "game.tic-tac-toe": "Tic-tac-toe",
        "game.tic-tac-toe.says": "Three in a row",
        "tic-tac-toe.say.setup": "An empty board.",
        "tic-tac-toe.say.move": "Tap a place.",
        "tic-tac-toe.say.won": "{player}: {moves}. Three!",
        "toy.taken": "{place} is taken",
        "toy.own": "the mover puts {sign}",
        "toy.one": "one sign a turn, not {n}",
        "toy.put": "{sign} {place}",
        "toy.nothing": "nothing is said before a turn",
        "toy.not_empty": "{place} is not empty",
    },
    "de": {
        "game.tic-tac-toe": "Drei gewinnt",
        "game.tic-tac-toe.says": "Drei in einer Reihe",
        "tic-tac-toe.say.setup": "Ein leeres Brett.",
        "tic-tac-toe.say.move": "Tippe auf einen Platz.",
        "tic-tac-toe.say.won": "{player}: {moves}. Drei!",
        "toy.taken": "{place} ist besetzt",
        "toy.own": "wer am Zug ist, setzt {sign}",
        "toy.one": "ein Zeichen je Zug, nicht {n}",
        "toy.put": "{sign} {place}",
        "toy.nothing": "vor dem Zug wird nichts gesagt",
        "toy.not_empty": "{place} ist nicht leer",
    },
}
