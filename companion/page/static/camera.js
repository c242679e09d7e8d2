"use strict";
// Opens the camera and sends its pictures, for as long as the table takes them. It keeps none.

const at = (id) => document.getElementById(id);
const language = navigator.language.startsWith("fr") ? "fr" : "en";
const RATE = 15, FLYING = 3, QUALITY = 0.85, AGAIN = 200;
const canvas = document.createElement("canvas");
// Every picture is read back to be encoded: one that a GPU holds would be waited for.
const paper = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
let words = {}, inside = false, camera = null, flying = 0, sent = 0, due = 0;

async function speak() {
  document.documentElement.lang = language;
  words = await (await fetch(`/words?lang=${language}`)).json();
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = words[one.dataset.word];
}

function say(name) { at("state").textContent = words[name] || ""; }

async function enter(code) {
  const answer = await fetch("/enter", {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ code }) });
  at("wrong").hidden = answer.ok;
  at("enter").hidden = answer.ok;
  inside = answer.ok;
  if (inside) film();
}

async function film() {
  if (camera) return;
  try {
    camera = await navigator.mediaDevices.getUserMedia({ audio: false, video: {
      facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: RATE } } });
  } catch (error) {
    say(error.name === "NotAllowedError" ? "forbidden" : "no_camera");
    setTimeout(film, 2000);
    return;
  }
  for (const track of camera.getTracks()) track.addEventListener("ended", () => { camera = null; film(); });
  at("seen").srcObject = camera;
  await at("seen").play().catch(() => {});
  if (navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
}

function shoot() {
  const seen = at("seen"), now = performance.now();
  if (!inside || !camera || flying >= FLYING || now < due || seen.videoWidth === 0) return;
  due = Math.max(due + 1000 / RATE, now - 1000 / RATE);
  flying += 1;
  if (canvas.width !== seen.videoWidth) canvas.width = seen.videoWidth;
  if (canvas.height !== seen.videoHeight) canvas.height = seen.videoHeight;
  paper.drawImage(seen, 0, 0);
  canvas.toBlob(send, "image/jpeg", QUALITY);
}

async function send(picture) {
  try {
    const answer = await fetch("/picture", {
      method: "POST", headers: { "content-type": "image/jpeg" }, body: picture, signal: AbortSignal.timeout(1500) });
    if (answer.status === 401) { inside = false; at("enter").hidden = false; say(""); return; }
    if (answer.ok) { sent += 1; say("filming"); } else await pause();
  } catch {
    say("cut");
    await pause();
  } finally {
    flying -= 1;
  }
}

const pause = () => new Promise((done) => setTimeout(done, AGAIN));

at("enter").addEventListener("submit", (event) => { event.preventDefault(); enter(at("code").value); });
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
});
setInterval(() => { at("rate").textContent = `${canvas.width} × ${canvas.height} · ${sent}/s`; sent = 0; }, 1000);
setInterval(shoot, 15);

speak().then(() => {
  const code = location.hash.slice(1);
  history.replaceState(null, "", "/");
  if (code) enter(code); else { inside = true; film(); }
});
