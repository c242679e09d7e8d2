// The line to the table: every request bears the tab's secret, ends in time, and is sent again until it is answered.
// A browser without a server replaces this file alone. It exports here, addressed, request, upload, follow and
// language.

const TRY = 4000, SILENT = 4200, AGAIN = 600, KEEP = 60000, UPLOAD = 60000;
const main = () => document.getElementById("main"), banner = () => document.getElementById("away");

export const language = localStorage.getItem("language") || (navigator.language.startsWith("fr") ? "fr" : "en");
let words = {}, away = false, kept = 0, unsent = false, state = () => {};

function ends(time) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), time);
  return controller.signal;
}

const pause = (time) => new Promise((done) => setTimeout(done, time));
const seatOf = (address) => (/^\/?seat\/(\d)(?:[?#]|$)/.exec(address) || [])[1] ?? "";
const slot = (address) => `companion key ${seatOf(address)}`;
export const here = () => location.pathname + location.search;
export const addressed = (address) => address;
const rooted = (address) => new URL(address, document.baseURI).href;

// A page over plain HTTP has no crypto.randomUUID.
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (one) => one.toString(16).padStart(2, "0")).join("");

// Who is let in: a device by the key that it keeps, or by a code that the address or a person brings.

class Closed extends Error {}

async function enter(address, code) {
  const seat = seatOf(address);
  const answer = await fetch(rooted("enter"), {
    method: "POST", headers: { "content-type": "application/json" }, signal: ends(TRY),
    body: JSON.stringify({ code, device: localStorage.getItem("companion device") || "", seat: seat === "" ? null : Number(seat) }) });
  if (!answer.ok) return answer.status;
  const { device, key } = await answer.json();
  localStorage.setItem("companion device", device);
  sessionStorage.setItem(slot(address), key);
  return 200;
}

async function admit(address, code) {
  const status = await enter(address, code);
  if (status !== 200) { closed(status); throw new Closed(); }
}

async function keyOf(address) {
  if (!sessionStorage.getItem(slot(address))) await admit(address, "");
  return sessionStorage.getItem(slot(address));
}

// Tries until there is an answer, or nobody wants it any more.
async function untilAnswered(does, unwanted = () => false) {
  for (;;) {
    try {
      return await does();
    } catch (error) {
      if (error instanceof Closed) throw error;
      lost();
      await pause(AGAIN);
      if (unwanted()) return null;
    }
  }
}

// A code that the address brings is used up before anything is asked, and stands in no address after that.
function enterByCode(code) {
  history.replaceState(history.state, "", here());
  return untilAnswered(() => admit(location.pathname, code));
}

let door = false;

async function closed(status) {
  reached();
  if (door) return;
  door = true;
  await labels;
  const { title = "Decktet companion", ask = "", code = "Code", enter: connect = "Connect" } = words;
  main().innerHTML = `<form class="lobby door"><h1>${title}</h1><p>${ask}</p><label>${code}<input
    id="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="12"></label>
    <button class="main">${connect}</button><p role="alert"></p></form>`;
  const form = main().querySelector("form"), wrong = form.querySelector("[role=alert]");
  const refusals = { 403: words.wrong, 429: words.often };
  wrong.textContent = refusals[status] || "";
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answered = await enter(location.pathname, form.querySelector("input").value.trim()).catch(() => 0);
    if (answered === 200) location.reload();
    else wrong.textContent = refusals[answered] || words.unreached || "";
  });
}

// The banner: nothing is hidden from a player whose network is gone.

function show() {
  const text = unsent ? words.unsent : kept ? words.kept : words.away;
  banner().textContent = text || "…";
  banner().hidden = !(away || unsent);
}

function noteReach(gone) {
  if (away !== gone) { away = gone; state(gone ? "away" : "here"); }
  show();
}
const lost = () => noteReach(true), reached = () => noteReach(false);

async function call(method, address, { at = address, body, kind, action, time = TRY, signal } = {}) {
  await entering;
  for (let tries = 0; ; tries += 1) {
    const headers = { "x-companion": "1", "x-key": await keyOf(at), "x-language": language };
    if (kind) headers["content-type"] = kind;
    if (action) headers["x-action"] = action;
    const answer = await fetch(rooted(address), { method, headers, body, cache: "no-store", signal: signal || ends(time) });
    if (answer.status !== 401) return answer;
    sessionStorage.removeItem(slot(at));
    if (tries) { closed(401); throw new Closed(); }
  }
}

// A tap is sent until it is answered, always with the same name, so that the table does it once.

let turn = Promise.resolve();

function post(address, how) {
  const action = newId(), send = () => insist(() => call("POST", address, { ...how, action })).then(shown);
  const done = turn.then(send, send);
  turn = done.catch(() => {});
  return done;
}

async function insist(send) {
  const until = Date.now() + KEEP;
  kept += 1;
  unsent = false;
  try {
    for (;;) {
      try {
        const answer = await send();
        // What came too slowly, too often, or while the table starts again is sent once more.
        if (answer.status < 500 && ![400, 408, 429].includes(answer.status)) { reached(); return answer; }
      } catch (error) {
        if (error instanceof Closed) throw error;
        lost();
      }
      if (Date.now() > until) { unsent = true; return null; }
      await pause(AGAIN);
    }
  } finally {
    kept -= 1;
    show();
  }
}

// The page that an answer brings, if it brings one.
async function shown(answer) {
  if (!answer) return null;
  if (answer.status === 429 || answer.status >= 500) { await pause(AGAIN); return null; }
  const page = await answer.json();
  if (page.main === undefined) return null;
  if (page.number) seen(page);
  return page;
}

export function request(method, address, fields) {
  if (method === "GET") {
    const page = get(address).then(shown);
    first = page.catch(() => {});
    return page;
  }
  return post(address, { body: new URLSearchParams(fields).toString(), kind: "application/x-www-form-urlencoded" });
}

export function upload(name, file) {
  return post(`upload/${name}`, { at: location.pathname, body: file, kind: "application/octet-stream", time: UPLOAD });
}

let wanted = 0, first = Promise.resolve();

async function get(address) {
  const mine = ++wanted;
  const answer = await untilAnswered(() => call("GET", address), () => mine !== wanted);
  if (answer) reached();
  return answer;
}

// The stream: the page of its address after every change, and a sign of life every two seconds.

let take = () => {}, stream = null, latest = 0, followed = "";

// An answer that is older than what the stream has shown is followed by the newest page at once.
function seen(page) {
  const overtaken = page.number < latest;
  latest = page.number;
  setTimeout(() => { if (stream && (overtaken || here() !== followed)) connect(); });
}

const PACKED = "DecompressionStream" in window;

async function unpacked(text) {
  if (!PACKED) return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(plain).text());
}

async function heard(event) {
  const lines = event.split("\n");
  if (lines.includes("event: over")) { stream.abort(); return false; }
  const data = lines.find((line) => line.startsWith("data: "));
  if (!data) return true;
  const page = await unpacked(data.slice(6));
  if (page.status === 401) return false;
  if (page.number > latest && followed === here()) {
    latest = page.number;
    take(page);
  }
  return true;
}

async function listen(mine) {
  const at = followed = here(), known = latest;
  let timer = setTimeout(() => mine.abort(), TRY);
  const alive = () => { clearTimeout(timer); timer = setTimeout(() => mine.abort(), SILENT); };
  try {
    const answer = await call("GET", `events?at=${encodeURIComponent(at)}&known=${known}${PACKED ? "" : "&plain"}`, { at, signal: mine.signal });
    if (!answer.ok) throw new Error(String(answer.status));
    const reader = answer.body.getReader(), decoder = new TextDecoder();
    for (let text = ""; ;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      reached();
      text += decoder.decode(value, { stream: true });
      for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
        if (!await heard(text.slice(0, end))) return;
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

async function connect() {
  stream?.abort();
  for (;;) {
    const mine = stream = new AbortController();
    try {
      await listen(mine);
    } catch (error) {
      if (error instanceof Closed) return;
    }
    if (mine !== stream) return;
    lost();
    await pause(AGAIN);
    if (mine !== stream) return;
  }
}

// A phone that slept, or changed its network, has lost its line and often does not know.
document.addEventListener("visibilitychange", () => { if (!document.hidden && stream) connect(); });
addEventListener("online", () => { if (stream) connect(); });

export async function follow(shows, states) {
  take = shows;
  state = states || state;
  await first; // the page that is asked for already need not come twice
  connect();
}

const labels = fetch(rooted("words"), { headers: { "x-language": language }, signal: ends(TRY) })
  .then(async (answer) => { words = await answer.json(); show(); }).catch(() => {});
const brought = location.hash.slice(1);
const entering = /^[A-Z0-9]{8}$/i.test(brought) ? enterByCode(brought) : Promise.resolve();
entering.catch(() => {});
