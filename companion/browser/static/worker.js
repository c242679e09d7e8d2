// Runs the companion's Python in this browser. Every change is in the browser's storage before it is answered.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const LOG = "games.log", NOTES = ["notes.json", "notes-2.json"], DATABASE = "companion";
const unwrapped = (content) => (content.toJs ? content.toJs() : content);
const tell = (part) => postMessage({ part });
const MOST_TRIES = 20, PAUSE = 100;
// How often, and after how many milliseconds, a file is asked for again: a tab that just ended may still have it.

class Taken extends Error {}

// Whatever stands behind a file, it belongs to one tab alone, is replaced whole or not at all, and says why it is not written.

// The Origin Private File System: written and flushed at once. Only one tab at a time may have it.
class FileOfOrigin {
  static async open(folder, name) {
    const file = await folder.getFileHandle(name, { create: true });
    for (let tries = 1; ; tries += 1) {
      try {
        const handle = await file.createSyncAccessHandle();
        if (typeof handle.getSize() === "number") return new FileOfOrigin(handle);
        await handle.close(); // Safari before 16.4 answers later, and nothing can wait between a move and its answer
        return null;
      } catch (error) {
        if (error.name !== "NoModificationAllowedError") throw error;
        if (tries === MOST_TRIES) throw new Taken();
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    }
  }
  constructor(handle) { this.handle = handle; this.size = handle.getSize(); }
  read() {
    const content = new Uint8Array(this.size);
    this.handle.read(content, { at: 0 });
    return content;
  }
  append(content) {
    const bytes = unwrapped(content);
    try {
      // Where the quota ends, browsers write a part, or give back a number that is none of bytes.
      if (this.handle.write(bytes, { at: this.size }) !== bytes.length) throw new DOMException("", "QuotaExceededError");
      this.handle.flush();
    } catch (error) {
      try { this.handle.truncate(this.size); } catch { /* the browser took the file away: what it has stays */ }
      return error.name;
    }
    this.size += bytes.length;
    return "";
  }
  truncate(size) { this.handle.truncate(size); this.handle.flush(); this.size = size; }
  async commit() {}
}

// Where that is missing, as on a page over plain HTTP: a database, committed before the answer goes out. Each tab opens it
// as a newer version, which the browser gives to nobody else while a tab has it open.
async function openDatabase(names) {
  const now = await opened(indexedDB.open(DATABASE));
  now.close();
  const database = await opened(indexedDB.open(DATABASE, now.version + 1));
  return Promise.all(names.map(async (name) => {
    const content = await answered(database.transaction("files").objectStore("files").get(name));
    return new FileInDatabase(database, name, content || new Uint8Array());
  }));
}

const answered = (asked) => new Promise((done, failed) => {
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => failed(asked.error);
});

function opened(asked) {
  asked.onupgradeneeded = () => {
    if (!asked.result.objectStoreNames.contains("files")) asked.result.createObjectStore("files");
  };
  const late = new Promise((_, failed) => setTimeout(() => {
    failed(new Taken());
    asked.onsuccess = () => asked.result.close(); // once the other tab is gone, this one is not in the way of the next
  }, MOST_TRIES * PAUSE));
  // Another tab was quicker by a moment: it has the version that was asked for.
  const mine = answered(asked).catch((error) => { throw error?.name === "VersionError" ? new Taken() : error; });
  return Promise.race([mine, late]);
}

class FileInDatabase {
  constructor(database, name, content) { Object.assign(this, { database, name, content, changed: false }); }
  read() { return this.content; }
  append(content) {
    const bytes = unwrapped(content), longer = new Uint8Array(this.content.length + bytes.length);
    longer.set(this.content);
    longer.set(bytes, this.content.length);
    this.content = longer;
    this.changed = true;
    return "";
  }
  truncate(size) { this.content = this.content.slice(0, size); this.changed = true; }
  async commit() {
    if (!this.changed) return;
    await new Promise((done, failed) => {
      const transaction = this.database.transaction("files", "readwrite", { durability: "strict" });
      transaction.objectStore("files").put(this.content, this.name);
      transaction.oncomplete = done;
      transaction.onerror = transaction.onabort = () => failed(transaction.error);
    });
    this.changed = false;
  }
}

// The notes are replaced as a whole: into one file, then into the other, so that one of them is complete at any moment.
class Notes {
  constructor(files) {
    this.files = files;
    this.number = 0;
    this.text = "";
    this.next = 0;
    files.forEach((file, place) => {
      const [, number, text] = /^(?:(\d+) )?(\{.*\})\s*$/s.exec(new TextDecoder().decode(file.read())) || [];
      if (text === undefined || Number(number || 0) < this.number || !isWhole(text)) return;
      Object.assign(this, { number: Number(number || 0), text, next: 1 - place });
    });
  }
  save(text) {
    const file = this.files[this.next];
    file.truncate(0);
    const why = file.append(new TextEncoder().encode(`${this.number + 1} ${text}\n`));
    if (!why) Object.assign(this, { number: this.number + 1, text, next: 1 - this.next });
    return why;
  }
  async commit() { for (const file of this.files) await file.commit(); }
}

function isWhole(text) {
  try { return Boolean(JSON.parse(text)); } catch { return false; }
}

async function open(...names) {
  const folder = self.FileSystemSyncAccessHandle && await navigator.storage?.getDirectory?.().catch(() => null);
  const files = folder ? await Promise.all(names.map((name) => FileOfOrigin.open(folder, name))) : [];
  return files.length && files.every(Boolean) ? files : openDatabase(names);
}

let log, notes, running = false;

async function start() {
  if (!self.WebAssembly) throw new Error("WebAssembly");
  tell("storage");
  let first, second;
  [log, first, second] = await open(LOG, ...NOTES);
  notes = new Notes([first, second]);
  tell("python");
  const core = fetch("core.zip").then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  tell("rules");
  python.unpackArchive(await core, "zip");
  const { BrowserFile, Worker } = python.pyimport("companion.browser.worker");
  const worker = Worker(BrowserFile(log), notes.text, (text) => notes.save(text));
  await Promise.all([log.commit(), notes.commit()]);
  running = true;
  tell("ready");
  return worker;
}

const started = start();
const fails = (what, step) => postMessage({ part: "failed", what, step });
// Python's errors bear their type, the browser's their name.
started.catch((error) => fails(error instanceof Taken ? "taken" : self.WebAssembly ? error?.type || error?.name : "old", log ? "start" : "blocked"));

let turn = started;
onmessage = ({ data: { id, asked } }) => {
  turn = turn.then(async (worker) => {
    const answer = worker.answer(JSON.stringify(asked));
    await Promise.all([log.commit(), notes.commit()]);
    postMessage({ id, answer });
    return worker;
  });
  turn.catch((error) => { if (running) fails(error?.type || error?.name, error?.type ? "fault" : "unwritten"); });
};
