// The hall: all tables side by side, one table large, or one over a stream.

import { Answering } from "./answering.js";
import { badge, board, dice, duration, make, pressed, safely, score, swatches, text } from "./parts.js";
import * as replay from "./replay.js";
import { Tables } from "./tables.js";
import { asked, language, languages, settings, t, texts } from "./words.js";

const overlay = asked.get("view") === "overlay";
const MINUTE = 60;

const isObject = (value) => value !== null && typeof value === "object";
// What is told in the page's language: a text, or words by name, all of them text but the sides', which have names of their own.
const said = (of) => {
  const words = of?.say?.[language] ?? of?.say?.en;
  if (!isObject(words)) return text(words) || {};
  const plain = ([name, value]) => [name, name === "sides" && isObject(value) ? value : text(value)];
  return Object.fromEntries(Object.entries(words).map(plain));
};

const brokerAddress = () => (asked.get("broker") ?? settings.broker).replace("{host}", location.hostname);

const link = (words, changes) => {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) value === null ? query.delete(name) : query.set(name, value);
  const made = make("a", "", words);
  made.href = `?${query}`;
  return made;
};

// Who plays a side: by name, or as the side is called.
const names = (table) => ({ ...said(table.game).sides, ...table.game?.players });

const clocks = (table) => {
  const clock = table.state?.clock;
  if (!clock || !table.online || table.state.winner) return null;
  const now = Date.now() / 1000;
  const parts = [make("span", "", `${t("hall.game")} ${duration(now - clock.begun)}`)];
  parts.push(make("span", "", `${t("hall.turn")} ${duration(now - clock.turn)}`));
  if (clock.minute !== null) parts.push(make("b", "", `${t("hall.minute")} ${duration(clock.minute + MINUTE - now)}`));
  return make("p", "clock", ...parts);
};

// The drawing stays the same element, so that it does not flicker when something else changes.
const picture = (table) => {
  table.picture ??= board("", t("hall.board"));
  if (table.board && table.picture.src !== table.board) table.picture.src = table.board;
  table.picture.alt = text(said(table.state).board) || t("hall.board");
  return table.picture;
};

const pictureThen = (table) => {
  table.then ??= board("", t("hall.board"));
  const address = table.pasts.get(past);
  if (address && table.then.src !== address) table.then.src = address;
  return table.then;
};

const status = (table) =>
  table.online ? make("span", "soft", "● ", make("span", "word", t("hall.online"))) : badge("wait", t("hall.offline"));

const verdict = (table) => {
  const words = said(table.state);
  return words.verdict ? badge(table.state.tone, text(words.verdict)) : null;
};

// What was said, without the word that its badge has already.
const line = (words) => {
  const told = text(words.line);
  return told.startsWith(`${words.verdict}: `) ? told.slice(words.verdict.length + 2) : told;
};

// The same in a few words: the reason where something is wrong, who did it where there is nothing to explain.
const brief = (words, tone) => {
  const few = tone === "bad" ? words.reason : tone === "good" || tone === "win" ? words.short : "";
  const told = text(few) || line(words);
  return told === text(words.verdict) ? "" : told;
};

// Whose turn it is and under what, or was at a line of the history.
const mover = (table, before) => {
  const words = said(table.state);
  const who = before ? text(names(table)[before.side]) : text(words.title);
  const rolled = dice((before ?? table.state)?.roll);
  return make("p", "mover", who ? make("b", "", who) : "", ...rolled, before || rolled.length ? "" : text(words.due));
};

const rule = (id) => (Object.hasOwn(texts[language].rules, text(id)) ? `${id}: ${texts[language].rules[id]}` : text(id));

// What a table needs somebody for, the most pressing first: verdicts, and what this page finds by itself.
const NEEDS = [...settings.needs, "time", "offline"];
const needed = (kind) => t(`hall.need.${kind}`);
// How long a player may think on after the minute, and for how long a table that has left is shown, in seconds.
const PATIENCE = 5;
const GONE = 3600;
const seconds = (value) => (Number.isFinite(value) ? value : 0);

const need = (table) => {
  const state = table.state;
  if (!isObject(state) || state.winner) return "";
  if (!table.online) return "offline";
  const kind = text(state.verdict?.verdict);
  if (settings.needs.includes(kind)) return kind;
  const minute = state.clock?.minute;
  return Number.isFinite(minute) && Date.now() / 1000 > minute + MINUTE + PATIENCE ? "time" : "";
};

const gone = (table) => {
  const clock = table.state?.clock;
  const last = Math.max(seconds(clock?.begun), seconds(clock?.turn));
  return !table.online && last > 0 && Date.now() / 1000 - last > GONE;
};

// Those that need somebody first, those that have left last.
const pressing = (one, other) => {
  const rank = (table) => (need(table) ? NEEDS.indexOf(need(table)) : NEEDS.length + (table.online ? 0 : 1));
  return rank(one) - rank(other) || one.name.localeCompare(other.name, "en", { numeric: true });
};

// So many columns, and letters so large, that all tables fit the screen. One that needs somebody has nine places where that
// leaves the others room, else four.
const fit = (present) => {
  const needing = present.filter(need).length;
  const span = present.length > 30 && needing < present.length / 16 ? 3 : 2;
  const places = present.length + needing * (span * span - 1);
  const room = innerHeight - 90;
  const rowsOf = (number) => Math.max(1, Math.ceil(places / number));
  const sizeOf = (number) => Math.min(innerWidth / number, (1.15 * room) / rowsOf(number));
  let columns = 1;
  for (let number = 2; number <= places; number++) if (sizeOf(number) > sizeOf(columns)) columns = number;
  const place = room / rowsOf(columns);
  const wide = innerWidth / columns > 1.3 * place;
  const main = at("main");
  main.style.setProperty("--columns", Math.max(columns, present.some(need) ? span : 1));
  main.style.setProperty("--span", span);
  const crowded = place < 170 && !wide;
  main.style.setProperty("--letters", `${crowded ? Math.max(9, Math.min(16, place / 9)) : Math.min(34, place / 21)}px`);
  main.classList.toggle("dense", place < 330 && !wide);
  main.classList.toggle("crowded", crowded);
  main.classList.toggle("wide", wide);
};

const card = (table) => {
  const made = link("", { table: table.name });
  const wanted = need(table);
  made.className = `card ${table.online ? "" : "away"} ${wanted ? "needs" : ""}`;
  made.append(
    make("h2", "", make("span", "name", table.name), " ", status(table)),
    wanted ? make("p", "why", badge(wanted === "illegal" ? "bad" : "wait", needed(wanted))) : "",
    make("p", "soft", text(said(table.game).game), " · ", t("hall.turns", { n: table.state?.turn ?? 0 })),
    picture(table),
    mover(table),
    make("ul", "score", ...score(table.state?.score, names(table))),
    make("p", "line", wanted ? "" : verdict(table), " ", brief(said(table.state), table.state?.tone)),
  );
  return made;
};

const lines = (table) =>
  table.history
    .map((entry, index) =>
      safely(() => {
        const words = said(entry);
        const head = make("span", "soft", `${entry.turn} · ${duration(entry.t)}`);
        const told = badge(entry.tone, text(words.verdict));
        return make("li", index === past ? "here" : "", pressed(() => go(index), head, " ", told, " ", brief(words, entry.tone)));
      }),
    )
    .toReversed();

// Which line of the history is looked at, null for how things stand now.
let past = null;
const go = (index) => {
  const table = tables.all.get(only);
  const last = table ? table.history.length - 1 : -1;
  past = index === null || index > last ? null : Math.max(0, index);
  if (past !== null) tables.look(only, past);
  show(only);
};

const steps = (table) => {
  const last = table.history.length - 1;
  if (last < 1) return "";
  const button = (words, name, index, enabled) => {
    const made = make("button", "step", words);
    made.type = "button";
    made.title = name;
    made.setAttribute("aria-label", name);
    made.disabled = !enabled;
    made.addEventListener("click", () => go(index()));
    return made;
  };
  const where = past === null ? t("hall.now") : `${past + 1} / ${last + 1}`;
  return make(
    "p",
    "steps",
    button("|◀", t("hall.first"), () => 0, last > 0),
    button("◀", t("hall.back"), () => (past === null ? last - 1 : past - 1), past === null || past > 0),
    make("b", "", where),
    button("▶", t("hall.forward"), () => past + 1, past !== null),
    button("▶|", t("hall.latest"), () => null, past !== null),
  );
};

// A rule in full, for whoever asks why.
const why = (id) => {
  const words = texts[language].why;
  if (!Object.hasOwn(words, text(id))) return make("p", "rule", rule(id));
  return make("details", "rule", make("summary", "", `${t("hall.why")} ${rule(id)}`), make("p", "", words[text(id)]));
};

const download = (table) => {
  if (!table.record) return "";
  const made = make("a", "soft", t("hall.record"));
  made.download = `${table.name}.txt`;
  made.href = table.recordAddress;
  return made;
};

const sides = (table) => (table.game?.sides ?? []).filter((side) => typeof side === "string");
const player = (table, side) => {
  const name = text(table.game?.players?.[side]);
  const words = text(said(table.game).sides?.[side]) || side;
  return name && name !== words ? `${name} (${words})` : words;
};

// The whole game to take along: what was said of each line of the history, and what lay where after it.
const packed = (table) => ({
  schema: 1,
  game: text(table.game?.game),
  name: text(said(table.game).game),
  date: Number.isFinite(table.game?.begun) ? new Date(1000 * table.game.begun).toISOString().slice(0, 10) : "",
  players: sides(table).map((side) => player(table, side)),
  steps: table.history
    .filter((entry, index) => !index || entry.turn !== table.history[index - 1].turn || Object.keys(entry.changed ?? {}).length)
    .map((entry) => [said(entry).turn || line(said(entry)), [entry.drawn, entry.changed, {}].find(isObject)]),
});

const takeAlong = (table) => {
  if (!table.history.some((entry) => isObject(entry.changed))) return "";
  const made = make("button", "link", t("hall.replay"));
  made.type = "button";
  made.addEventListener("click", async () => location.assign(await replay.address(packed(table), language)));
  return made;
};

// Who plays, with what, whose turn it is in bold.
const players = (table, before) =>
  sides(table).map((side) => {
    const shown = player(table, side);
    const moves = (before ?? table.state)?.side === side;
    return make("li", moves ? "mover" : "", ...swatches(table.state?.colours?.[side]), shown, moves && !before ? ` ${t("hall.to_move")}` : "");
  });

const large = (table) => {
  const before = past === null ? null : table.history[past];
  const words = said(before ?? table.state);
  const broken = before ? before.rule : table.state?.verdict?.rule;
  const tone = before ? badge(before.tone, text(words.verdict)) : verdict(table);
  return [
    make("section", "stage", before ? pictureThen(table) : picture(table), safely(() => steps(table))),
    make(
      "section",
      "told",
      make("h1", "", table.name, " ", status(table)),
      make("p", "soft", text(said(table.game).game), " ", download(table), " ", takeAlong(table)),
      make("ul", "players", ...safely(() => players(table, before), [])),
      safely(() => mover(table, before)),
      make("ul", "score", ...safely(() => score((before ?? table.state)?.score, names(table)), [])),
      make("div", "verdict", tone, make("p", "", brief(words, (before ?? table.state)?.tone)), broken ? safely(() => why(broken)) : ""),
      make("div", "clocks", safely(() => clocks(table))),
      make("h2", "part", t("hall.history")),
      make("ol", "history", ...lines(table)),
    ),
  ];
};

// What an overlay shows: all its parts, or those that the address names.
const PARTS = {
  mover: (table) => mover(table),
  score: (table) => make("ul", "score", ...score(table.state?.score, names(table))),
  line: (table) => make("p", "line", verdict(table), " ", text(said(table.state).short) || line(said(table.state))),
};
const parts = asked.get("parts")?.split(",") ?? ["board", ...Object.keys(PARTS)];
const strip = (table) => {
  const words = Object.keys(PARTS).filter((name) => parts.includes(name)).map((name) => PARTS[name](table));
  const stage = parts.includes("board") && asked.get("board") !== "0" ? make("section", "stage", picture(table)) : "";
  return [stage, words.length ? make("section", "strip", ...words) : ""];
};

const head = () => {
  const back = only || replay.asked() ? link(`← ${t("hall.all")}`, { table: null }) : make("h1", "", title);
  const others = languages.filter((code) => code !== language).map((code) => link(texts[code].name, { lang: code }));
  for (const other of replay.asked() ? others : []) other.href += location.hash;
  const shown = only && !replay.asked() ? [link(t("hall.overlay"), { view: "overlay" }), link(t("hall.turned"), { turned: asked.get("turned") === "1" ? null : "1" })] : [];
  const desk = settings.desk ? make("a", "", t("hall.rules")) : null;
  if (desk) desk.href = `${settings.desk}?language=${language}`;
  const evening = settings.evening ? make("a", "", t("hall.evening")) : null;
  if (evening) evening.href = `evening.html?lang=${language}`;
  const code = make("details", "take", make("summary", "", t("hall.code")));
  // The page's address without anything that is only this visitor's.
  const here = `${location.origin}${location.pathname}${only ? `?table=${encodeURIComponent(only)}` : ""}`;
  code.addEventListener("toggle", () => code.open && code.children.length < 2 && code.append(replay.qrCode(here, t("hall.code"))));
  return [back, make("nav", "", ...shown, evening, desk, replay.asked() ? "" : code, ...others)];
};

// A screen reader says what is new: a verdict at a table that is looked at, on the wall a table that needs somebody.
const heard = new Map();
const tell = (table) => {
  const words = said(table.state);
  const wanted = need(table);
  const news = only ? [words.verdict, brief(words, table.state?.tone)].filter(Boolean).join(": ") : wanted ? needed(wanted) : "";
  const before = heard.get(table.name);
  heard.set(table.name, news);
  if (news && before !== undefined && before !== news) at("told").textContent = `${table.name}: ${news}`;
};

const only = asked.get("table");
const title = text(settings.title) || t("hall.title");
const at = (id) => document.getElementById(id);
const cards = new Map();

const showTrouble = () => {
  at("trouble").hidden = tables.connected || overlay;
  at("trouble").textContent = t(tables.client ? "hall.lost" : "hall.no_address", { broker: brokerAddress() });
};

const showAll = (name) => {
  const present = [...tables.all.values()].filter((table) => (table.game || table.state) && !gone(table));
  for (const old of [...cards.keys()]) if (!present.some((table) => table.name === old)) cards.get(old).remove(), cards.delete(old);
  for (const table of present.sort(pressing)) {
    if (name && name !== table.name && cards.has(table.name)) continue;
    safely(() => tell(table));
    const made = safely(() => card(table), make("p", "card", make("h2", "", table.name)));
    if (cards.has(table.name)) cards.get(table.name).replaceWith(made);
    else at("main").append(made);
    cards.set(table.name, made);
  }
  const wanted = present.map((table) => cards.get(table.name));
  if (wanted.some((made, index) => at("main").children[index] !== made)) at("main").replaceChildren(...wanted);
  fit(present);
  if (!present.length) at("main").replaceChildren(make("p", "nobody", t("hall.nobody")));
};

const showOne = () => {
  const table = tables.all.get(only);
  if (table) safely(() => tell(table));
  if (table?.game || table?.state) at("main").replaceChildren(...safely(() => (overlay ? strip(table) : large(table)), [make("h2", "", table.name)]));
  else if (!overlay) at("main").replaceChildren(make("p", "nobody", t("hall.no_table", { table: only })));
  if (!answering || !table) return;
  safely(() => answering.show(table.question, table.online));
  if (table.answered) safely(() => answering.answered(table.answered));
  table.answered = null;
};

// Many tables may change at once: the page is drawn once a frame.
const changed = new Set();
let due = false;
const show = (name) => {
  changed.add(name);
  if (due) return;
  due = true;
  setTimeout(() => {
    due = false;
    const names = [...changed];
    changed.clear();
    showTrouble();
    if (only) showOne();
    else names.length === 1 ? showAll(names[0]) : names.includes(undefined) ? showAll() : names.forEach(showAll);
  }, 50);
};

document.documentElement.lang = language;
document.title = only ? `${only} · ${title}` : title;
document.body.className = overlay ? `overlay ${asked.get("upright") === "1" ? "upright" : ""}` : only ? "one" : "all";
if (replay.asked()) document.body.className = "one";
if (!overlay || replay.asked()) at("head").append(...head());
const tables = replay.asked() ? null : new Tables(brokerAddress(), only, show);
const topic = `pyramid/${only}/answer`;
const answering = tables && only && !overlay ? new Answering(at("answer"), only, topic, (payload) => tables.say(topic, payload), t, said) : null;
if (!overlay) safely(() => navigator.serviceWorker.register("offline.js").catch(() => {}));
addEventListener("hashchange", () => replay.asked() && location.reload());
if (replay.asked()) await replay.show(at("main"), t);
else watch();

function watch() {
  show();
  addEventListener("keydown", (event) => {
    const table = tables.all.get(only);
    const last = table ? table.history.length - 1 : -1;
    if (!table || event.target.closest?.("input, select")) return;
    if (event.key === "ArrowLeft") go(past === null ? last - 1 : past - 1);
    if (event.key === "ArrowRight" && past !== null) go(past + 1);
  });
  addEventListener("resize", () => show());
  // Who is out of time, or has been gone for long, is found by the clock.
  if (!only) setInterval(() => show(), 5000);
  setInterval(() => {
    const table = tables.all.get(only);
    if (table && !overlay) document.querySelector(".clocks")?.replaceChildren(clocks(table) ?? "");
  }, 1000);
}
