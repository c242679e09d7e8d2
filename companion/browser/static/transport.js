// The line to the games in this browser: a worker has them, and no server is asked. It stands in the place of the
// server's transport.js and exports the same.

// Any web server has the first page and no other: a page's address stands behind #, so that it can be reloaded.
const folder = new URL(document.baseURI).pathname;
export const here = () => (location.hash.startsWith("#/") ? folder + location.hash.slice(2) : location.pathname + location.search);
export const addressed = (address) => `#/${address.slice(folder.length)}`;

export const language = localStorage.getItem("language") || (navigator.language.startsWith("fr") ? "fr" : "en");

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const waiting = new Map();
let next = 0, ready = false, stopped = false, acted = false, begin;
const started = new Promise((done) => { begin = done; });
const steps = { storage: 0.05, python: 0.15, rules: 0.75, ready: 1 };
const bar = document.createElement("progress"), banner = () => document.getElementById("away");
bar.id = "loading";
bar.max = 1;
bar.setAttribute("aria-label", language === "fr" ? "Chargement" : "Loading");
document.body.prepend(bar);
// The document has the first page in English. Whoever wants another page or language gets the prepared one at once.
if (here() !== folder || document.documentElement.lang !== language) {
  document.getElementById("main").replaceChildren();
}

worker.onmessage = ({ data }) => {
  if (data.part === "failed") { failed(data.what, data.step); return; }
  if (data.part) {
    bar.value = steps[data.part];
    ready = data.part === "ready";
    document.documentElement.dataset.python = data.part;
    bar.hidden = ready;
    if (ready) begin();
    return;
  }
  waiting.get(data.id)?.(JSON.parse(data.answer));
  waiting.delete(data.id);
};

// By what failed: the name of an error of the browser or of the companion, or the step. No text of an error is shown.
const FAILED = language === "fr" ? {
  taken: "Le compagnon est déjà ouvert dans un autre onglet. Fermez-le, puis rechargez cette page.",
  old: "Ce navigateur bloque WebAssembly, comme en mode Isolement. Recharger n’y change rien : autorisez-le pour cette page, ou prenez un autre navigateur. Les règles et « Dés seulement » restent utilisables.",
  QuotaExceededError: "Le navigateur n’a pas enregistré votre dernière action : la place manque. Libérez-en, puis rechargez cette page : la partie est comme avant cette action.",
  unwritten: "Le navigateur n’a pas enregistré votre dernière action. Rechargez cette page : la partie est comme avant cette action.",
  blocked: "Ce navigateur n’enregistre pas de parties pour cette page, comme en navigation privée ou faute de place. Ouvrez-la dans une fenêtre ordinaire, autorisez ses données ou libérez de la place. Les règles et « Dés seulement » restent utilisables.",
  NewerJournal: "Une édition plus récente a enregistré vos parties. Fermez tous les onglets de cette page, puis rouvrez-la.",
  DamagedJournal: "Les parties enregistrées dans ce navigateur sont endommagées. Effacez les données de cette page, puis importez les parties que vous avez exportées.",
  fault: "C’est une erreur du compagnon. Votre partie est enregistrée. Rechargez cette page.",
  start: "Le compagnon ne démarre pas. Vérifiez le réseau, puis rechargez cette page.",
} : {
  taken: "The companion is open in another tab already. Close it, then reload this page.",
  old: "This browser blocks WebAssembly, as in Lockdown Mode. Reloading does not help: allow it for this page, or use another browser. The rules and “Dice only” still work.",
  QuotaExceededError: "The browser did not store your last action: no space is left. Free some space, then reload this page: the game is as before that action.",
  unwritten: "The browser did not store your last action. Reload this page: the game is as before that action.",
  blocked: "This browser stores no games for this page, as in a private window, or because no space is left. Open it in an ordinary window, allow its data, or free some space. The rules and “Dice only” still work.",
  NewerJournal: "A newer edition stored your games. Close every tab with this page, then open it again.",
  DamagedJournal: "The games stored in this browser are damaged. Clear this page’s data, then import the games that you exported.",
  fault: "This is a fault of the companion. Your game is stored. Reload this page.",
  start: "The companion does not start. Check the network, then reload this page.",
};

function failed(what, step) {
  stopped = true;
  for (const done of waiting.values()) done(null);
  waiting.clear();
  banner().textContent = FAILED[what] || FAILED[step];
  banner().hidden = false;
  bar.hidden = true;
}

// A page that is left lets go of the games at once, so that the next one, or another tab, has them.
addEventListener("pagehide", () => worker.terminate());
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

function ask(asked) {
  if (stopped) { banner().hidden = false; return Promise.resolve(null); }
  return new Promise((done) => {
    const id = ++next;
    waiting.set(id, done);
    worker.postMessage({ id, asked: { language, ...asked } });
  });
}

// Addresses are relative to the folder of this edition, wherever it is hosted.
function place(address) {
  const url = new URL(address, document.baseURI);
  return { path: `/${url.pathname.slice(folder.length)}`, query: url.search.slice(1) };
}

const located = (page) => (page?.address ? { ...page, address: new URL(`.${page.address}`, document.baseURI).href } : page);
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (one) => one.toString(16).padStart(2, "0")).join("");

// Pages that need no game are there before Python is.
const prepared = fetch("prepared.json").then((answer) => answer.json()).catch(() => ({}));

export async function request(method, address, fields) {
  const { path, query } = place(address);
  if (method === "GET" && !ready) {
    const page = (await prepared)[language]?.[query ? `${path}?${query}` : path];
    if (page) return page;
  }
  const body = method === "GET" ? "" : new URLSearchParams(fields).toString();
  acted = acted || method !== "GET";
  const page = await ask({ do: "page", method, path, query, body, action: method === "GET" ? "" : newId() });
  return located(page);
}

export async function upload(_name, file) {
  const answer = await ask({ do: "import", name: file.name, text: await file.text() });
  if (!answer || answer.error) return answer && notice(answer.error);
  return located(await ask({ do: "page", method: "GET", path: "/", query: "", body: "" }));
}

function notice(text) {
  banner().textContent = text;
  banner().hidden = false;
  setTimeout(() => { banner().hidden = true; }, 8000);
  return null;
}

// One device, so nothing changes but by its own requests; only a page prepared without Python is shown anew, unless the
// answer to a tap takes its place.
export function follow(shows, states) {
  states("here");
  started.then(async () => {
    if (acted) return;
    shows(located(await ask({ do: "page", method: "GET", ...place(here()), body: "" })));
  });
}

// Files out and in.
async function save(name, asked) {
  const answer = await ask(asked);
  if (!answer) return;
  if (answer.error) { notice(answer.error); return; }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([answer.text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

document.addEventListener("click", (event) => {
  const which = event.target.closest("[data-export]")?.dataset.export;
  if (which) save(...(which === "all" ? ["decktet-games.json", { do: "export" }] : ["decktet-game.json", { do: "record", id: which }]));
  if (event.target.closest("main a.download")) {
    event.preventDefault();
    save("decktet-game.json", { do: "record" });
  }
}, true);
document.addEventListener("change", async ({ target }) => {
  if (target.matches("[data-import]") && target.files[0]) {
    const page = await upload("games", target.files[0]);
    if (page) location.assign(document.baseURI);
  }
});

// The browser is asked to keep the games, and says whether it does.
async function persist() {
  const kept = await navigator.storage?.persisted?.() || await navigator.storage?.persist?.();
  document.documentElement.dataset.persisted = kept ? "yes" : "no";
}
persist();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("service-worker.js").catch(() => {}); // a private window of some browsers keeps no files
