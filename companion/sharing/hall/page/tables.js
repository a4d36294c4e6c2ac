// What a broker tells of its tables. Nothing that comes from there is trusted: it is kept as text and numbers.

import { turned } from "./drawing.js";
import { isObject } from "./parts.js";
import { asked } from "./words.js";

const SCHEMA = 1;
// Tables that a broker, once it is back, does not tell of again in so many milliseconds are gone.
const GONE_AFTER = 15000;
const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

// As a picture a drawing can run nothing and load nothing.
const pictured = (svg) => URL.createObjectURL(new Blob([asked.get("turned") === "1" ? turned(svg) : svg], { type: "image/svg+xml" }));

const parsed = (payload) => {
  try {
    const content = JSON.parse(payload.toString());
    return isObject(content) && content.schema === SCHEMA ? content : null;
  } catch {
    return null;
  }
};

class Table {
  constructor(name) {
    this.name = name;
    this.online = false;
    this.game = null;
    this.state = null;
    this.board = "";
    this.fresh = true;
    this.question = null;
    this.answered = null;
    this.pages = new Map();
    this.pasts = new Map();
    this.record = "";
    this.recordAddress = "";
  }

  // A line of the history as a picture, and the game as text, each under an address of the page's own.
  keepPast(number, payload) {
    const past = parsed(payload);
    if (!past || past.id !== this.game?.id || typeof past.board !== "string") return;
    if (this.pasts.has(number)) URL.revokeObjectURL(this.pasts.get(number));
    this.pasts.set(number, pictured(past.board));
  }

  keepRecord(payload) {
    if (this.recordAddress) URL.revokeObjectURL(this.recordAddress);
    this.record = payload.toString();
    this.recordAddress = this.record ? URL.createObjectURL(new Blob([this.record], { type: "text/plain" })) : "";
  }

  // The lines of this game's history, oldest first.
  get history() {
    const pages = [...this.pages.values()].filter((page) => page.id === this.game?.id);
    return pages.sort((a, b) => a.page - b.page).flatMap((page) => page.lines);
  }

  take(names, payload) {
    const [what] = names;
    if (what === "status") this.online = payload.toString() === "online";
    else if (what === "game") this.game = parsed(payload);
    else if (what === "state") this.state = parsed(payload);
    else if (what === "board") this.draw(payload);
    else if (what === "question") this.question = parsed(payload);
    else if (what === "answered") this.answered = parsed(payload);
    else if (what === "history") this.turn(names[1], payload);
    else if (what === "past") this.keepPast(Number(names[1]), payload);
    else if (what === "record") this.keepRecord(payload);
  }

  draw(payload) {
    if (this.board) URL.revokeObjectURL(this.board);
    this.board = payload.length ? pictured(payload.toString()) : "";
  }

  turn(number, payload) {
    const page = parsed(payload);
    if (page && Array.isArray(page.lines)) this.pages.set(number, { ...page, lines: page.lines.filter(isObject) });
    else this.pages.delete(number);
  }
}

// The tables of the broker at `address`; `changed` is called after every change, with the table's name if it is one's.
export class Tables {
  constructor(address, only, changed) {
    this.all = new Map();
    this.connected = false;
    this.changed = changed;
    const wanted = ["status", "game", "state", "board"];
    const more = ["history/+", "question", "answered", "record"];
    const topics = only ? [...wanted, ...more].map((each) => `pyramid/${only}/${each}`) : wanted.map((each) => `pyramid/+/${each}`);
    try {
      this.client = mqtt.connect(address, { reconnectPeriod: 2000, connectTimeout: 8000, timerVariant: "native" });
    } catch {
      return; // the address is none, and `client` tells
    }
    this.client.on("connect", () => {
      this.connected = true;
      for (const table of this.all.values()) table.fresh = false;
      setTimeout(() => this.forget(), GONE_AFTER);
      this.client.subscribe(topics, { qos: 1 });
      changed();
    });
    this.client.on("close", () => {
      this.connected = false;
      changed();
    });
    this.client.on("error", () => {});
    this.client.on("message", (topic, payload) => this.take(topic.split("/").slice(1), payload));
  }

  take([name, ...names], payload) {
    if (!NAME.test(name)) return;
    if (!this.all.has(name)) this.all.set(name, new Table(name));
    const table = this.all.get(name);
    table.fresh = true;
    table.take(names, payload);
    this.changed(name);
  }

  // Ask for how a table stood at a line of its history.
  look(name, number) {
    this.client.subscribe(`pyramid/${name}/past/${number}`, { qos: 1 });
  }

  say(topic, payload) {
    this.client.publish(topic, payload, { qos: 1 });
  }

  forget() {
    if (!this.connected) return;
    for (const [name, table] of this.all) if (!table.fresh) this.all.delete(name);
    this.changed();
  }

  close() {
    this.client.end(true);
  }
}
