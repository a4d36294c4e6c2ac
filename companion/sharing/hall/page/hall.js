// The hall: all tables side by side, one table large, or one over a stream.

import { Answering } from "./answering.js";
import { badge, board, dice, duration, make, safely, score } from "./parts.js";
import { Tables } from "./tables.js";

const asked = new URLSearchParams(location.search);
const overlay = asked.get("view") === "overlay";
const MINUTE = 60;

const load = async (name) => (await fetch(name)).json();
const [settings, texts] = await Promise.all([load("settings.json"), load("texts.json")]);
const languages = Object.keys(texts);
const wished = [asked.get("lang"), ...(navigator.languages ?? [])].map((each) => (each ?? "").slice(0, 2));
let language = wished.find((each) => languages.includes(each)) ?? "en";

const t = (key, values = {}) => {
  const said = texts[language].say[key] ?? key;
  return said.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
};
const isObject = (value) => value !== null && typeof value === "object";
const text = (value) => (typeof value === "string" ? value : "");
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
  return table.picture;
};

const status = (table) =>
  table.online ? make("span", "soft", "● ", t("hall.online")) : badge("wait", t("hall.offline"));

const verdict = (table) => {
  const words = said(table.state);
  return words.verdict ? badge(table.state.tone, text(words.verdict)) : null;
};

// What was said, without the word that its badge has already.
const line = (words) => {
  const told = text(words.line);
  return told.startsWith(`${words.verdict}: `) ? told.slice(words.verdict.length + 2) : told;
};

const mover = (table) => {
  const words = said(table.state);
  const who = text(words.title);
  return make("p", "mover", who ? make("b", "", who) : "", ...dice(table.state?.roll), dice(table.state?.roll).length ? "" : text(words.due));
};

const rule = (id) => (Object.hasOwn(texts[language].rules, text(id)) ? `${id}: ${texts[language].rules[id]}` : text(id));

const card = (table) => {
  const made = link("", { table: table.name });
  made.className = `card ${table.online ? "" : "away"}`;
  made.append(
    make("h2", "", table.name, " ", status(table)),
    make("p", "soft", text(said(table.game).game), " · ", t("hall.turns", { n: table.state?.turn ?? 0 })),
    picture(table),
    mover(table),
    make("ul", "score", ...score(table.state?.score, names(table))),
    make("p", "line", verdict(table), " ", line(said(table.state))),
  );
  return made;
};

const lines = (table) =>
  table.history.toReversed().map((entry) =>
    safely(() => {
      const words = said(entry);
      const head = make("span", "soft", `${entry.turn} · ${duration(entry.t)}`);
      return make("li", "", head, " ", badge(entry.tone, text(words.verdict)), " ", line(words));
    }),
  );

const large = (table) => {
  const words = said(table.state);
  const broken = table.state?.verdict?.rule;
  const players = Object.values(names(table)).map(text).join(" – ");
  return [
    make("section", "stage", picture(table)),
    make(
      "section",
      "told",
      make("h2", "", table.name, " ", status(table)),
      make("p", "soft", text(said(table.game).game), players ? ` · ${players}` : ""),
      safely(() => mover(table)),
      make("ul", "score", ...safely(() => score(table.state?.score, names(table)), [])),
      make("div", "verdict", verdict(table), make("p", "", line(words)), broken ? make("p", "rule", rule(broken)) : ""),
      make("div", "clocks", safely(() => clocks(table))),
      make("h3", "", t("hall.history")),
      make("ol", "history", ...lines(table)),
    ),
  ];
};

const strip = (table) => [
  asked.get("board") === "0" ? "" : make("section", "stage", picture(table)),
  make(
    "section",
    "strip",
    mover(table),
    make("ul", "score", ...score(table.state?.score, names(table))),
    make("p", "line", verdict(table), " ", line(said(table.state))),
  ),
];

const head = () => {
  const back = only ? link(`← ${t("hall.all")}`, { table: null }) : make("h1", "", t("hall.title"));
  const others = languages.filter((code) => code !== language).map((code) => link(texts[code].name, { lang: code }));
  const shown = only ? [link(t("hall.overlay"), { view: "overlay" })] : [];
  return [back, make("nav", "", ...shown, ...others)];
};

const only = asked.get("table");
const at = (id) => document.getElementById(id);
const cards = new Map();

const showTrouble = () => {
  at("trouble").hidden = tables.connected || overlay;
  at("trouble").textContent = t("hall.lost", { broker: brokerAddress() });
};

const showAll = (name) => {
  const present = [...tables.all.values()].filter((table) => table.game || table.state);
  for (const old of [...cards.keys()]) if (!present.some((table) => table.name === old)) cards.get(old).remove(), cards.delete(old);
  for (const table of present.sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }))) {
    if (name && name !== table.name && cards.has(table.name)) continue;
    const made = safely(() => card(table), make("p", "card", make("h2", "", table.name)));
    if (cards.has(table.name)) cards.get(table.name).replaceWith(made);
    else at("main").append(made);
    cards.set(table.name, made);
  }
  const wanted = present.map((table) => cards.get(table.name));
  if (wanted.some((made, index) => at("main").children[index] !== made)) at("main").replaceChildren(...wanted);
  if (!present.length) at("main").replaceChildren(make("p", "nobody", t("hall.nobody")));
};

const showOne = () => {
  const table = tables.all.get(only);
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
document.title = only ? `${only} · ${t("hall.title")}` : t("hall.title");
document.body.className = overlay ? "overlay" : only ? "one" : "all";
if (!overlay) at("head").append(...head());
const tables = new Tables(brokerAddress(), only, show);
const topic = `pyramid/${only}/answer`;
const answering = only && !overlay ? new Answering(at("answer"), only, topic, (payload) => tables.say(topic, payload), t, said) : null;
show();
setInterval(() => {
  const table = tables.all.get(only);
  if (table && !overlay) document.querySelector(".clocks")?.replaceChildren(clocks(table) ?? "");
}, 1000);
