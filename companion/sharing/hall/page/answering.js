// Answering what a table asks its players, for who has the pairing code that its tablet shows.

import { make } from "./parts.js";

const LETTERS = /[^0-9A-HJKMNP-TV-Z]/g;
// In milliseconds: to wait for the table, and to leave standing what it said.
const PATIENCE = 8000;
const READ = 15000;
// An evening: for so long a phone stays paired with a table.
const PAIRED = 12 * 3600 * 1000;

// As people type it: small, with hyphens, with letters that only look like another.
const plain = (code) => code.toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1").replace(LETTERS, "");

// A phone is paired once an evening with each table, whichever tab comes back; the code is nowhere in an address that could
// be sent on.
const kept = (table) => {
  const name = `code ${table}`;
  const set = (code) =>
    code ? localStorage.setItem(name, JSON.stringify({ code: plain(code), until: Date.now() + PAIRED })) : localStorage.removeItem(name);
  const get = () => {
    try {
      const { code, until } = JSON.parse(localStorage.getItem(name)) ?? {};
      return typeof code === "string" && until > Date.now() ? code : "";
    } catch {
      return "";
    }
  };
  const scanned = /^#code=([0-9A-Za-z-]+)$/.exec(location.hash);
  if (scanned) {
    history.replaceState(null, "", location.pathname + location.search);
    set(scanned[1]);
  }
  return { get, set };
};

const button = (name, words, act) => {
  const made = make("button", name, words);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
};

const choice = (values, words) => {
  const made = make("select");
  for (const value of values) {
    const option = make("option", "", words(value));
    option.value = value;
    made.append(option);
  }
  return made;
};

// The digest of a reading or table as it is seen (companion/sharing/feed/pairing.py): a question that somebody else has
// put in place of the table's does not have the same.
const seen = (shown) => {
  const say = isObject(shown.say) ? shown.say : {};
  const said = Object.keys(say).sort().map((code) => [code, say[code]?.words, say[code]?.share]);
  return sha256(JSON.stringify([shown.board, said]));
};

const isText = (value) => typeof value === "string";
const isObject = (value) => value !== null && typeof value === "object";

// `send` takes a payload for the table's topic `topic`; `t` words texts, `said` picks the page's language of what is told.
export class Answering {
  constructor(at, table, topic, send, t, said) {
    Object.assign(this, { at, topic, send, t, said });
    this.code = kept(table);
    this.question = null;
    this.note = make("p", "note");
    this.note.setAttribute("role", "status");
    this.timer = 0;
    this.sent = "";
  }

  // Built anew only when something else is asked: nothing changes under a finger.
  show(question, online) {
    const asked = online ? question : null;
    if (asked?.ask === this.question?.ask) return;
    this.question = asked;
    this.build();
  }

  build() {
    for (const picture of this.at.querySelectorAll("img")) URL.revokeObjectURL(picture.src);
    this.at.hidden = !this.question;
    this.at.replaceChildren(...(this.question ? (this.code.get() ? this.offers() : this.pairing()) : []));
  }

  pairing() {
    const line = make("input");
    Object.assign(line, { autocomplete: "off", spellcheck: false, maxLength: 20, placeholder: "ABCD-EFGH-JKMN" });
    line.setAttribute("aria-label", this.t("hall.answer.code"));
    const pair = () => {
      this.code.set(line.value);
      this.build();
    };
    line.addEventListener("keydown", (event) => event.key === "Enter" && pair());
    const inside = make("div", "row", line, button("pair", this.t("hall.answer.enter"), pair));
    return [make("details", "", make("summary", "", this.t("hall.answer")), make("p", "soft", this.t("hall.answer.code")), inside)];
  }

  offers() {
    const { open, places, standing } = this.question;
    const readings = Array.isArray(this.question.readings) ? this.question.readings.filter(isObject) : [];
    const parts = [];
    if (readings.length) {
      parts.push(make("h2", "part", this.t(open ? "hall.answer.open" : "hall.answer.turn")));
      parts.push(make("div", "readings", ...readings.map((reading) => this.pictured(reading, { reading: reading.number }))));
    }
    if (isObject(standing)) {
      const made = this.pictured(standing, { accept: true });
      made.classList.add("accept");
      made.append(make("b", "", this.t("hall.answer.accept")));
      parts.push(make("div", "readings", made));
    }
    if (isObject(places) && Object.keys(places).length) parts.push(this.places(places));
    const forget = button("forget", this.t("hall.answer.leave"), () => {
      this.code.set("");
      this.build();
    });
    return [...parts, this.note, forget];
  }

  // What is answered by a tap on its picture.
  pictured(shown, correct) {
    const words = this.said(shown);
    const picture = make("img");
    picture.alt = "";
    picture.src = URL.createObjectURL(new Blob([isText(shown.board) ? shown.board : ""], { type: "image/svg+xml" }));
    const made = button("reading", "", () => this.answer(correct, { saw: seen(shown) }));
    made.append(picture, make("b", "", isText(words.share) ? words.share : ""), make("span", "", isText(words.words) ? words.words : ""));
    return made;
  }

  places(places) {
    const named = (thing) => thing || this.t("hall.answer.empty");
    const place = choice(Object.keys(places), (name) => `${name}: ${named(String(places[name]?.[0] ?? ""))}`);
    const thing = make("select");
    const fill = () => {
      const things = Array.isArray(places[place.value]) ? places[place.value].filter(isText) : [];
      thing.replaceChildren(...choice([...new Set(things)], named).children);
    };
    place.addEventListener("change", fill);
    fill();
    place.setAttribute("aria-label", this.t("hall.answer.place"));
    thing.setAttribute("aria-label", this.t("hall.answer.place"));
    const tell = button("tell", this.t("hall.answer.send"), () => this.answer({ cells: { [place.value]: thing.value } }));
    return make("details", "", make("summary", "", this.t("hall.answer.place")), make("div", "row", place, thing, tell));
  }

  answer(correct, more = {}) {
    const answer = JSON.stringify({ ask: this.question.ask, correct, ...more });
    this.sent = this.question.ask;
    const proof = sha256.hmac(this.code.get(), `${this.topic}\n${answer}`);
    this.send(JSON.stringify({ schema: 1, answer, proof }));
    for (const each of this.at.querySelectorAll("button")) each.disabled = true;
    this.note.textContent = this.t("hall.answer.sent");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.over(this.t("hall.answer.silent"), this.sent), PATIENCE);
  }

  // What the table says of an answer: of this one, or of one that it could not read.
  answered(reply) {
    if (!this.sent || (reply.ask && reply.ask !== this.sent)) return;
    const words = this.said(reply);
    this.over(isText(words) ? words : "");
  }

  // What is still `awaited` may be answered late.
  over(words, awaited = "") {
    this.sent = awaited;
    for (const each of this.at.querySelectorAll("button")) each.disabled = false;
    this.note.textContent = words;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.note.replaceChildren(), READ);
  }
}
