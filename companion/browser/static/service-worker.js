// Keeps every file of this edition, so that it starts without a network. A new edition is used from the next start on:
// never in the middle of a game.
const FILES = self.__FILES__, NAME = `companion ${self.__EDITION__}`;

self.addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" }))))));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("companion ") && name !== NAME) await caches.delete(name);
  await self.clients.claim();
})()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !url.href.startsWith(self.registration.scope)) return;
  event.respondWith((async () => {
    const asked = event.request.mode === "navigate" ? new URL("./", self.registration.scope).href : event.request;
    // A browser may take the kept files away, or refuse them: then the network has them.
    let kept;
    try { kept = await (await caches.open(NAME)).match(asked, { ignoreSearch: true }); } catch { kept = null; }
    return kept || fetch(event.request);
  })());
});
