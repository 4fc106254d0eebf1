/** Keeps the files of the site, so that it works without a network. `jailbird export` writes version and files. */

const VERSION = "VERSION";
const FILES = ["FILES"];
const NAME = `jailbird ${self.registration.scope} ${VERSION}`;
const isOld = (name) => name.startsWith(`jailbird ${self.registration.scope} `) && name !== NAME;

self.addEventListener("install", (event) => {
  // Past the browser's own cache, which may still have files of the version before.
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const forget = (names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  event.respondWith(answered(request));
});

/** What is kept of the site; what else of it is opened is kept from then on. @param {Request} request */
async function answered(request) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && request.url.startsWith(self.registration.scope)) await cache.put(request, answer.clone());
  return answer;
}
