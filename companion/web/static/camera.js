// Opens the camera and sends its pictures, for as long as the table takes them. It keeps none.

const RATE = 15, SPARING = 5, FLYING = 3, QUALITY = 0.85, AGAIN = 200, LEVEL = 30;
const at = (id) => document.getElementById(id), over = at("outline"), canvas = document.createElement("canvas");
// Every picture is read back to be encoded: one that a GPU holds would be waited for.
const paper = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
const language = navigator.language.startsWith("fr") ? "fr" : "en";
let words = {}, camera = null, filming = false, admitted = false, flying = 0, sent = 0, due = 0;
let rate = RATE, lens = "", weak = false, tilted = false, advice = "", outlines = [];

// The frame in which the whole table should lie, and what the table's companion read in the picture.
function draw() {
  const seen = at("seen"), pen = over.getContext("2d");
  over.width = seen.clientWidth;
  over.height = seen.clientHeight;
  pen.lineWidth = 3;
  pen.setLineDash([14, 8]);
  pen.strokeStyle = "#fff";
  pen.strokeRect(over.width * 0.04, over.height * 0.05, over.width * 0.92, over.height * 0.9);
  for (const { points, sure } of outlines) {
    pen.setLineDash(sure ? [] : [6, 5]);
    pen.strokeStyle = sure ? "#4cc2ff" : "#ffb000";
    pen.beginPath();
    for (const [x, y] of points) pen.lineTo(x * over.width, y * over.height);
    pen.closePath();
    pen.stroke();
  }
  at("advice").textContent = words[tilted ? "tilted" : advice || (weak ? "warm" : "")] || "";
}

async function read() {
  if (!filming || !camera) return;
  const answer = await fetch("/reading", { signal: AbortSignal.timeout(1500) }).catch(() => null);
  if (answer && answer.ok) ({ outlines = [], advice = "" } = await answer.json());
  draw();
}
setInterval(read, 700);

// The phone lies flat above the table: it looks straight down.
addEventListener("deviceorientation", ({ beta, gamma }) => {
  tilted = beta !== null && (Math.abs(beta) > LEVEL || Math.abs(gamma) > LEVEL);
});

// A weak battery, or a phone that encodes slowly because it is hot, sends fewer pictures.
let slow = 0;
if (navigator.getBattery) navigator.getBattery().then((battery) => {
  const look = () => { weak = !battery.charging && battery.level < 0.25; };
  battery.addEventListener("levelchange", look);
  battery.addEventListener("chargingchange", look);
  look();
});
setInterval(() => { rate = weak || slow > 150 ? SPARING : RATE; }, 2000);

function say(name) {
  at("state").textContent = words[name] || "";
}

// Whoever was let in before is told that a new code is needed; whoever was not is asked for one.
function shut() {
  filming = false;
  say("");
  at("gone").hidden = !admitted;
  at("enter").hidden = false;
  at("film").hidden = true;
}

function open() {
  filming = true;
  at("enter").hidden = at("gone").hidden = true;
  at("film").hidden = false;
  film();
}

async function enter(code) {
  const answer = await fetch("/enter", { method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }) }).catch(() => null);
  if (answer?.ok) { admitted = true; open(); return; }
  shut();
  at("wrong").textContent = words[{ 403: "wrong", 429: "often" }[answer?.status] || "unreached"] || "";
}

at("enter").addEventListener("submit", (event) => { event.preventDefault(); enter(at("code").value); });

async function film() {
  if (camera) return;
  say("allow");
  try {
    camera = await navigator.mediaDevices.getUserMedia({ audio: false, video: {
      ...(lens ? { deviceId: { exact: lens } } : { facingMode: { ideal: "environment" } }), width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: RATE } } });
  } catch (error) {
    // Browsers inside other apps, and those that a system locks down, have no camera to ask for.
    const why = { NotAllowedError: "forbidden", NotFoundError: "none", TypeError: "inside" };
    say(why[error.name] || "no_camera");
    lens = ""; // a lens that was unplugged is not asked for again
    setTimeout(film, 2000);
    return;
  }
  for (const track of camera.getTracks()) {
    track.addEventListener("ended", () => { camera = null; film(); });
    // A phone that gives its camera to a call sends the last picture for as long as that takes.
    track.addEventListener("mute", () => say("paused"));
  }
  say("");
  offerLenses();
  at("seen").hidden = false;
  at("seen").srcObject = camera;
  await at("seen").play().catch(() => {});
  if (navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
}

// A very wide lens shows more and bends it: whoever holds the phone knows which one is right.
async function offerLenses() {
  const lenses = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === "videoinput");
  const { deviceId } = camera.getVideoTracks()[0].getSettings();
  lens = deviceId || lens; // a phone that slept may offer another one first
  at("lenses").hidden = lenses.length < 2;
  at("lens").replaceChildren(...lenses.map((one) => new Option(one.label, one.deviceId, false, one.deviceId === deviceId)));
}

const isPaused = () => Boolean(camera?.getVideoTracks()[0].muted);

function reopen() {
  for (const track of camera?.getTracks() || []) track.stop();
  camera = null;
  film();
}

at("lens").addEventListener("change", () => {
  lens = at("lens").value;
  reopen();
});

function shoot() {
  const seen = at("seen"), now = performance.now();
  if (!filming || !camera || isPaused() || flying >= FLYING || now < due || seen.videoWidth === 0) return;
  due = Math.max(due + 1000 / rate, now - 1000 / rate);
  flying += 1;
  if (canvas.width !== seen.videoWidth) canvas.width = seen.videoWidth;
  if (canvas.height !== seen.videoHeight) canvas.height = seen.videoHeight;
  paper.drawImage(seen, 0, 0);
  canvas.toBlob((picture) => {
    slow = 0.9 * slow + 0.1 * (performance.now() - now);
    send(picture);
  }, "image/jpeg", QUALITY);
}

const give = (picture) => fetch("/picture", {
  method: "POST", headers: { "content-type": "image/jpeg" }, body: picture, signal: AbortSignal.timeout(1500) });

async function send(picture) {
  try {
    const answer = await give(picture);
    if (answer.status === 401) { shut(); return; }
    if (answer.ok) { admitted = true; sent += 1; say(isPaused() ? "paused" : "filming"); } else await pause();
  } catch {
    say("cut");
    await pause();
  } finally {
    flying -= 1;
  }
}

const pause = () => new Promise((done) => setTimeout(done, AGAIN));

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && isPaused()) reopen(); // after a call some phones leave it muted
  if (!document.hidden && navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
});
setInterval(() => {
  at("rate").textContent = camera ? `${canvas.width} × ${canvas.height} · ${sent}/s` : "";
  sent = 0;
}, 1000);
setInterval(shoot, 15);

document.documentElement.lang = language;
words = await fetch("/words", { headers: { "x-language": language } }).then((answer) => answer.json()).catch(() => ({}));
for (const one of document.querySelectorAll("[data-word]")) one.textContent = words[one.dataset.word] || one.textContent;

// The code that the address brings stays in this browser. Without one, whoever was let in before goes on.
const code = location.hash.slice(1);
history.replaceState(null, "", "/");
if (code) enter(code);
else {
  // Nobody is asked for a camera before the table let them in: what is no picture is refused otherwise to who is inside.
  const answer = await give("").catch(() => null);
  if (answer?.status === 401) shut(); else open();
}
