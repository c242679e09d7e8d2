// Keeps a device awake while it shows a game: by the browser's lock, which only a page over HTTPS has, else by a short
// silent film that goes on from the first tap. Where neither does, as on a TV that nobody taps, the page says what to set.
const root = document.documentElement, KINDS = ["seat", "table", "tv"], ROUND = 2;
let lock = null, film = null, refused = false;

const wanted = () => KINDS.includes(root.dataset.kind) && !document.hidden;

function tell() {
  const unhelped = wanted() && (refused || root.dataset.kind === "tv");
  root.dataset.awake = lock ? "lock" : film && !film.paused ? "film" : unhelped ? "no" : "";
}

export async function keepAwake() {
  if (!wanted()) {
    film?.pause();
    await lock?.release().catch(() => {});
  } else if (!lock && navigator.wakeLock) {
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    lock?.addEventListener("release", () => { lock = null; tell(); });
  }
  if (wanted() && !lock && !film) load();
  tell();
}

async function load() {
  film = document.createElement("video");
  Object.assign(film, { className: "film", playsInline: true });
  film.setAttribute("aria-hidden", "true");
  for (const event of ["play", "pause", "error"]) film.addEventListener(event, tell);
  // Systems let a screen sleep on a film that repeats by itself; this one is set back on its way, or begins again where
  // a busy device came too late for that.
  film.addEventListener("timeupdate", () => { if (film.currentTime > ROUND) film.currentTime = Math.random(); });
  film.addEventListener("ended", play);
  document.body.append(film);
  // From memory, since some browsers ask for a film in parts.
  film.src = URL.createObjectURL(await (await fetch("awake.mp4")).blob());
}

function play() {
  if (!wanted() || lock || !film?.src || !film.paused) return;
  film.play().then(() => { refused = false; }, () => { refused = true; }).then(tell);
}

for (const event of ["click", "keydown"]) document.addEventListener(event, play, true);
document.addEventListener("visibilitychange", keepAwake);
