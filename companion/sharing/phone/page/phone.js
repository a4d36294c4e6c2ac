// The camera: shows what it sees with the board's outline, and sends a picture whenever the machine asks for one.
const LONGEST = 1920, MOVING = 200, CALM = 1000, SETTLING = 1500, BEAT = 2000, DEAD = 7000;
// Of 64 x 48 grey tiles: by how much a moved one changes, how many make a motion, and how many the phone itself.
const CHANGED = 12, FEW = 6, MOST = 64 * 48 * 0.35;
const REPLACED = 4001, REFUSED = 4002;
const video = byId("video"), picture = document.createElement("canvas"), tiles = document.createElement("canvas");
tiles.width = 64; tiles.height = 48;
const grey = tiles.getContext("2d", { willReadFrequently: true });
let socket = null, track = null, shown = {}, wanted = false, busy = false, stopped = "", waiting = false;
let before = null, moved = 0, shaken = 0, sent = 0, heard = 0, pause = 300, spoken = null, lock = null, found = 0;

// The table knows this phone again by this, also in another tab.
let own = crypto.randomUUID();
try { own = localStorage.phone ??= own; } catch { /* a browser that keeps nothing */ }

// ---- The camera

async function look() {
  if (track && track.readyState === "live") return;
  stopped = stopped === "denied" ? "" : stopped;
  try {
    const wish = { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } };
    const stream = await navigator.mediaDevices.getUserMedia({ video: wish, audio: false });
    video.srcObject = stream;
    track = stream.getVideoTracks()[0];
    track.onended = () => setTimeout(look, 500);
    offerTools(track.getCapabilities ? track.getCapabilities() : {});
    await video.play().catch(() => {});
    connect();
  } catch { stopped = "denied"; }
  show();
}

function offerTools(can) {
  byId("torch").hidden = !can.torch;
  byId("zoom").hidden = !(can.zoom && can.zoom.max > can.zoom.min);
  if (can.zoom) Object.assign(byId("by"), { min: can.zoom.min, max: Math.min(can.zoom.max, 5), step: can.zoom.step || 0.1, value: can.zoom.min });
}

const press = (id, act) => byId(id).addEventListener("click", act);
const pressed = id => byId(id).getAttribute("aria-pressed") === "true";
const turn = id => byId(id).setAttribute("aria-pressed", String(!pressed(id)));
press("torch", () => { turn("torch"); track.applyConstraints({ advanced: [{ torch: pressed("torch") }] }).catch(() => {}); });
byId("by").addEventListener("input", each => track.applyConstraints({ advanced: [{ zoom: Number(each.target.value) }] }).catch(() => {}));

async function stayAwake() {
  try { lock = lock && !lock.released ? lock : await navigator.wakeLock.request("screen"); } catch { lock = null; }
}

// ---- Pictures

function feel() {
  if (!video.videoWidth) return;
  grey.drawImage(video, 0, 0, 64, 48);
  const now = grey.getImageData(0, 0, 64, 48).data;
  let changed = 0;
  for (let at = 0; before && at < now.length; at += 4) {
    const by = Math.abs(now[at] + now[at + 1] + now[at + 2] - before[at] - before[at + 1] - before[at + 2]) / 3;
    changed += by > CHANGED;
  }
  before = now;
  const time = performance.now();
  if (changed > FEW) moved = time;
  const shakes = time - shaken < 700;
  if (changed > MOST) shaken = time;
  if (shakes !== (time - shaken < 700)) show();
  send(time);
}

function send(time) {
  const still = time - moved > SETTLING;
  if (!wanted || busy || !socket || socket.readyState !== 1 || time - sent < (still ? CALM : MOVING)) return;
  const scale = Math.min(1, LONGEST / Math.max(video.videoWidth, video.videoHeight));
  picture.width = Math.round(video.videoWidth * scale);
  picture.height = Math.round(video.videoHeight * scale);
  picture.getContext("2d").drawImage(video, 0, 0, picture.width, picture.height);
  busy = true;
  const to = socket;
  picture.toBlob(blob => {
    busy = false;
    if (!blob || to.readyState !== 1) return;
    wanted = false;
    sent = time;
    to.send(blob);
  }, "image/jpeg", time - moved > 400 ? 0.92 : 0.75);
}

// ---- The machine at the table

function connect() {
  if (stopped || socket && socket.readyState < 2) return;
  const here = socket = new WebSocket(`wss://${location.host}${location.pathname}/pictures`);
  here.onopen = () => { heard = Date.now(); pause = 300; here.send(JSON.stringify({ phone: own })); show(); };
  here.onmessage = said => { if (here === socket) { heard = Date.now(); hear(JSON.parse(said.data)); } };
  here.onclose = ended => {
    if (here !== socket) return;
    wanted = waiting = false;
    if (ended.code === REPLACED) stopped = "replaced";
    else if (ended.code === REFUSED) stopped = "refused";
    else { setTimeout(connect, pause); pause = Math.min(pause * 1.6, 3000); }
    show();
  };
}

function hear(said) {
  if (said.next) wanted = true;
  if (said.waits) waiting = true;
  if (said.show) {
    waiting = false;
    const last = shown;
    shown = said.show;
    if (shown.check && !last.check) found = Date.now();
    tell();
  }
  if (said.show || said.waits) show();
}

function beat() {
  if (!socket || socket.readyState !== 1) return;
  if (Date.now() - heard > DEAD) { const old = socket; socket = null; old.close(); connect(); show(); return; }
  socket.send("{}");
}

// ---- What is shown and heard

function show() {
  const there = socket && socket.readyState === 1, local = stopped || (!there ? "seeking" : waiting ? "waits" : "");
  const shakes = performance.now() - shaken < 700 && !shown.verdict;
  const said = local ? { head: t(local), words: t(local + ".says"), tone: local === "seeking" ? "plain" : "warn" }
    : shown.verdict ? shown.verdict
    : shakes ? { head: t("still"), words: "", tone: "warn" }
    : { head: shown.head || t("ready"), words: shown.words || t("ready.says"), tone: shown.tone || "plain" };
  byId("camera").classList.toggle("judging", Boolean(shown.verdict && !local));
  byId("said").className = `said ${said.tone}`;
  byId("head").textContent = said.head;
  byId("words").textContent = said.words || "";
  byId("words").hidden = !said.words;
  byId("again").hidden = !stopped;
  byId("again").textContent = t(stopped === "denied" ? "again.denied" : "again");
  byId("tick").hidden = Boolean(local) || !shown.check || Boolean(shown.verdict) || Date.now() - found > 2500;
  byId("over").classList.toggle("check", Boolean(shown.check));
  draw(local ? null : shown.outline);
}

function draw(outline) {
  const { videoWidth: width, videoHeight: height } = video;
  byId("over").setAttribute("viewBox", `0 0 ${width || 16} ${height || 9}`);
  byId("outline").setAttribute("points", (outline || []).map(([x, y]) => `${x * width},${y * height}`).join(" "));
}

// A short sound, and the verdict in words, where this phone is to be heard.
function tell() {
  const said = shown.heard;
  if (!said || said.number === spoken) return;
  const first = spoken === null;
  spoken = said.number;
  if (first || !pressed("sound")) return;
  ring(said.tone);
  if (said.words && window.speechSynthesis) {
    const words = new SpeechSynthesisUtterance(said.words);
    words.lang = shown.language || LANGUAGE;
    speechSynthesis.cancel();
    speechSynthesis.speak(words);
  }
}

let sounds = null;
function ring(tone) {
  if (!sounds) return;
  const notes = { good: [660, 880], bad: [330, 220], warn: [520, 520] }[tone] || [600];
  notes.forEach((note, at) => {
    const voice = sounds.createOscillator(), loud = sounds.createGain(), begin = sounds.currentTime + at * 0.16;
    voice.frequency.value = note;
    loud.gain.setValueAtTime(0.3, begin);
    loud.gain.exponentialRampToValueAtTime(0.001, begin + 0.15);
    voice.connect(loud).connect(sounds.destination);
    voice.start(begin);
    voice.stop(begin + 0.16);
  });
}

press("sound", () => {
  turn("sound");
  sounds ??= new AudioContext();
  sounds.resume();
  if (pressed("sound")) ring("good"); else if (window.speechSynthesis) speechSynthesis.cancel();
});
press("again", () => { stopped = ""; look().then(connect).then(show); });

video.addEventListener("resize", show);
document.addEventListener("visibilitychange", () => { if (!document.hidden) { stayAwake(); look(); connect(); } });
addEventListener("online", connect);
addEventListener("click", stayAwake);
setInterval(feel, 100);
setInterval(beat, BEAT);
setInterval(show, 1000);
stayAwake();
show();
look();
