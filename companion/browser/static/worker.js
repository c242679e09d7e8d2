// Runs the companion's Python in this browser. Every change is in the browser's storage before it is answered.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const LOG = "games.log", NOTES = "notes.json", DATABASE = "companion";
const unwrapped = (content) => (content.toJs ? content.toJs() : content);
const tell = (part) => postMessage({ part });
const MOST_TRIES = 20, PAUSE = 100;
// How often, and after how many milliseconds, a file is asked for again: a tab that just ended may still have it.

// The Origin Private File System: written and flushed at once. Only one tab at a time may have it.
class FileOfOrigin {
  static async open(name) {
    const folder = await navigator.storage.getDirectory();
    const file = await folder.getFileHandle(name, { create: true });
    for (let tries = 1; ; tries += 1) {
      try {
        return new FileOfOrigin(await file.createSyncAccessHandle());
      } catch (error) {
        if (error.name !== "NoModificationAllowedError" || tries === MOST_TRIES) throw error;
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
      if (this.handle.write(bytes, { at: this.size }) !== bytes.length) throw new Error("no space left");
      this.handle.flush();
    } catch (error) {
      this.handle.truncate(this.size);
      return String(error.message || error);
    }
    this.size += bytes.length;
    return "";
  }
  truncate(size) { this.handle.truncate(size); this.handle.flush(); this.size = size; }
  async commit() {}
}

// Where that is missing: a database, committed before the answer goes out.
class FileInDatabase {
  static async open(name) {
    const database = await new Promise((done, failed) => {
      const asked = indexedDB.open(DATABASE, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("files");
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => failed(asked.error);
    });
    const content = await new Promise((done, failed) => {
      const asked = database.transaction("files").objectStore("files").get(name);
      asked.onsuccess = () => done(asked.result || new Uint8Array());
      asked.onerror = () => failed(asked.error);
    });
    return new FileInDatabase(database, name, content);
  }
  constructor(database, name, content) { this.database = database; this.name = name; this.content = content; this.changed = false; }
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

async function open(name) {
  if (navigator.storage?.getDirectory && self.FileSystemSyncAccessHandle) return FileOfOrigin.open(name);
  return FileInDatabase.open(name);
}

let log, notes;

function saveNotes(text) {
  notes.truncate(0);
  notes.append(new TextEncoder().encode(text));
}

async function start() {
  tell("storage");
  log = await open(LOG);
  notes = await open(NOTES);
  tell("python");
  const core = fetch("core.zip").then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  tell("rules");
  python.unpackArchive(await core, "zip");
  const { Worker } = python.pyimport("companion.browser.worker");
  const { BrowserFile } = python.pyimport("companion.browser.files");
  const worker = Worker(BrowserFile(log), new TextDecoder().decode(notes.read()), saveNotes);
  await Promise.all([log.commit(), notes.commit()]);
  tell("ready");
  return worker;
}

const started = start();
started.catch((error) => postMessage({ part: "failed", why: String(error) }));

let turn = started;
onmessage = ({ data: { id, asked } }) => {
  turn = turn.then(async (worker) => {
    const answer = worker.answer(JSON.stringify(asked));
    await Promise.all([log.commit(), notes.commit()]);
    postMessage({ id, answer });
    return worker;
  });
  turn.catch((error) => postMessage({ part: "failed", why: String(error) }));
};
