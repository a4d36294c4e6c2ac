// A club's evening: who plays whom at which table, and the standings.

import { make, text } from "./parts.js";
import { language, languages, t, texts } from "./words.js";

const AGAIN = 5000;
const STANDINGS = ["hall.evening.place", "hall.evening.name", "hall.evening.points", "hall.evening.opposition", "hall.evening.games"];
const at = (id) => document.getElementById(id);
const link = (words, address) => Object.assign(make("a", "", words), { href: address });
const points = (number) => `${number}`.replace(/^0\.5$|\.5$/, "½");

const result = (game) => {
  if (!game.winner) return t("hall.evening.open");
  return game.winner === "draw" ? t("hall.evening.draw") : t("hall.evening.won", { name: game.winner });
};

const table = (title, heads, rows) => {
  const head = make("tr", "", ...heads.map((words) => Object.assign(make("th", "", words), { scope: "col" })));
  const body = rows.map(([kind, ...cells]) => make("tr", kind, ...cells.map((cell) => make("td", "", cell))));
  return make("table", "", make("caption", "", title), make("thead", "", head), make("tbody", "", ...body));
};

const pairings = (round, number) => {
  const heads = ["hall.evening.table", "hall.evening.players", "hall.evening.result"].map((key) => t(key));
  const games = round.games.map((game) => [game.winner ? "" : "open", game.table, game.players.join(" – "), result(game)]);
  const idle = round.idle.map((name) => ["", "", name, t("hall.evening.bye")]);
  return table(t("hall.evening.round", { n: number }), heads, [...games, ...idle]);
};

const standings = (rows) => {
  const heads = STANDINGS.map((key) => t(key));
  const lines = rows.map((row, index) => {
    const name = row.left ? `${row.player} (${t("hall.evening.left")})` : row.player;
    return ["", `${index + 1}`, name, points(row.points), points(row.opposition), `${row.games}`];
  });
  return table(t("hall.evening.standings"), heads, lines);
};

let shown = "";
const show = (told) => {
  if (told === shown) return;
  const evening = JSON.parse(told);
  const number = evening.rounds.length;
  const [now, ...before] = evening.rounds.map((round, index) => pairings(round, index + 1)).reverse();
  const heading = text(evening.title) || t("hall.evening");
  at("heading").textContent = document.title = number ? `${heading}, ${t("hall.evening.round", { n: number })}` : heading;
  const earlier = make("details", "", make("summary", "", t("hall.evening.earlier")), ...before);
  const rounds = make("section", "", now ?? make("p", "nobody", t("hall.evening.none")), before.length ? earlier : "");
  earlier.open = at("main").querySelector("details")?.open ?? false;
  at("main").replaceChildren(rounds, make("section", "", standings(evening.standings)));
  at("main").style.setProperty("--rows", evening.standings.length);
  if (shown) at("told").textContent = evening.rounds.at(-1)?.games.filter((game) => game.winner).map((game) => `${game.table}: ${result(game)}`).join(". ") ?? "";
  shown = told;
};

const complain = (words) => {
  at("trouble").hidden = !words;
  at("trouble").textContent = words;
};

const look = async () => {
  try {
    const answer = await fetch("evening.json");
    if (!answer.ok) throw new Error(answer.statusText);
    const told = await answer.text();
    const broken = JSON.parse(told).trouble;
    if (!broken) show(told);
    complain(broken ? t("hall.evening.broken") : "");
  } catch {
    complain(t("hall.evening.lost"));
  }
};

document.documentElement.lang = language;
document.body.className = "evening";
const heading = Object.assign(make("h1"), { id: "heading" });
const others = languages.filter((code) => code !== language).map((code) => link(texts[code].name, `?lang=${code}`));
at("head").append(heading, make("nav", "", link(t("hall.all"), `./?lang=${language}`), ...others));
await look();
setInterval(look, AGAIN);
