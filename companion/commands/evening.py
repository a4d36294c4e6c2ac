"""``companion evening``: pairings, results and standings of a club's evening, in a file."""

import argparse
import csv
import time
from functools import partial
from pathlib import Path

from companion.referee.errors import RefereeError
from companion.sharing.evening.evening import BY_HAND, DRAW, OPEN, Evening, Pairing
from companion.sharing.evening.kept import begin_evening, change_evening, read_evening
from companion.sharing.evening.page import evening_csv
from companion.sharing.feed.address import table_name


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("evening", help="a club's evening: who plays whom at which table, and the standings")
    parser.add_argument("file", type=Path, metavar="FILE", help="the evening, such as friday.json")
    deeds = parser.add_subparsers(dest="deed", required=True, metavar="DEED")
    begin = deeds.add_parser("begin", help="begin an evening")
    names = "the strongest first, where that is known; a name with a comma in double quotes"
    begin.add_argument("--players", required=True, metavar="NAME,NAME", help=names)
    begin.add_argument("--tables", required=True, metavar="NAME,NAME", help="the tables' names, as given to --table")
    begin.add_argument("--title", default="", help="such as 'Club championship'")
    begin.add_argument(
        "--everybody", action="store_true", help="everybody plays everybody; else neighbours in the standings meet"
    )
    deeds.add_parser("round", help="begin the next round")
    for deed, words in (("join", "let a player in from the next round on"), ("leave", "pair a player no more")):
        deeds.add_parser(deed, help=words).add_argument("player", metavar="NAME")
    deeds.add_parser("table", help="add a table").add_argument("table", metavar="NAME")
    result = deeds.add_parser("result", help="say the result of a game; those of a referee come by themselves")
    result.add_argument("table", metavar="TABLE")
    result.add_argument("winner", metavar="WINNER", help=f"a player's name, {DRAW}, or {OPEN}")
    result.add_argument("--round", type=int, metavar="N", dest="number", help="an earlier round")
    result.add_argument("--again", action="store_true", help="change a result that is there")
    show = deeds.add_parser("show", help="print pairings and standings")
    show.add_argument("--csv", action="store_true", help="print all games as CSV")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Raises RefereeError for what makes no sense, KeepingError where the file cannot be written."""
    path: Path = args.file
    match args.deed:
        case "begin":
            players = [name for row in csv.reader(args.players.splitlines(), skipinitialspace=True) for name in row]
            tables = [table_name(name.strip()) for name in args.tables.split(",") if name.strip()]
            evening = Evening.begin(args.title, players, tables, everybody=args.everybody)
            begin_evening(path, evening)
        case "round":
            evening = change_evening(path, lambda evening: evening.pair(time.time()))
        case "table":
            evening = change_evening(path, lambda evening: evening.add_table(table_name(args.table)))
        case "join":
            evening = change_evening(path, lambda evening: evening.join(args.player))
        case "leave":
            evening = change_evening(path, lambda evening: evening.leave(args.player))
        case "result":
            evening = change_evening(path, partial(_settled, args=args))
        case _:
            evening = read_evening(path)
            if args.csv:
                print(evening_csv(evening), end="")
                return 0
    print(_evening_text(evening))
    return 0


def _settled(evening: Evening, args: argparse.Namespace) -> Evening:
    number = len(evening.rounds) if args.number is None else args.number
    if not 1 <= number <= len(evening.rounds):
        raise RefereeError("evening.no_round", number=number)
    games = evening.rounds[number - 1].games
    game = next((each for each in games if each.table == args.table), None)
    if game is None:
        tables = ", ".join(game.table for game in games)
        raise RefereeError("evening.no_table", number=number, table=args.table, tables=tables)
    winner = _winner(evening, game, args.winner)
    if game.winner and game.winner != winner and not args.again:
        raise RefereeError("evening.settled", table=game.table, result=_result(game))
    return evening.settle(game.players, winner, BY_HAND, number - 1)


def _winner(evening: Evening, game: Pairing, said: str) -> str:
    if said.casefold() in (DRAW, OPEN):
        return DRAW if said.casefold() == DRAW else ""
    name = evening.find_player(said)
    if name not in game.players:
        raise RefereeError("evening.not_there", name=name, table=game.table, players=" or ".join(game.players))
    return name


def _result(game: Pairing) -> str:
    return {"": "playing", DRAW: "drawn"}.get(game.winner, f"{game.winner} won")


def _evening_text(evening: Evening) -> str:
    lines = [evening.title] if evening.title else []
    if evening.rounds:
        now = evening.rounds[-1]
        lines.append(f"Round {len(evening.rounds)}")
        lines += [f"  {game.table}: {' - '.join(game.players)}: {_result(game)}" for game in now.games]
        lines += [f"  {player} has a bye" for player in now.idle]
    lines.append("Standings: points, opponents' points, games")
    for place, row in enumerate(evening.standings(), 1):
        left = " (has left)" if row.left else ""
        lines.append(f"  {place}. {row.player}{left}: {row.points:g}, {row.opposition:g}, {row.games}")
    return "\n".join(lines)
