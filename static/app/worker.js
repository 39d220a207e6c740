// Without a network: the next drills of each kind, and the lessons that were opened. With one,
// every request goes to the server; nothing is answered from what is kept.

const NAME = "ginsight-kept-";
const DAY = 24 * 3600 * 1000; // ms for which kept drills are new enough
const DRILL = /^\/train\/(deadwood|melds|lay-off|outs|knock)(?:\/\d+\/\d+)?$/;
const LESSON = /^\/learn(?:\/course\/[\w-]+)?$/;
const ASSET = /(?:href|src)=\\?"(\/static\/[^"\\]+)/g;

const bundleOf = (kind) => `/train/${kind}/offline.json`;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => event.waitUntil(keep(event.data)));

// --- what is kept ---------------------------------------------------------------------------

async function keep({ version, kinds, page }) {
  for (const name of await caches.keys()) {
    if (name.startsWith(NAME) && name !== NAME + version) await caches.delete(name);
  }
  const cache = await caches.open(NAME + version);
  const wanted = kinds.map(bundleOf).concat("/offline", LESSON.test(page.split("?")[0]) ? page : []);
  for (const address of wanted) await take(cache, address);
}

// A page or a bundle, with everything that it shows.
async function take(cache, address) {
  const kept = await cache.match(address);
  if (kept && Date.now() - Date.parse(kept.headers.get("Date")) < DAY) return;
  const answer = await fetch(address);
  if (!answer.ok) return;
  const text = await answer.clone().text();
  const assets = new Set([...text.matchAll(ASSET)].map((found) => found[1].replaceAll("&amp;", "&")));
  for (const asset of assets) {
    if (!(await cache.match(asset))) await cache.add(asset);
  }
  await cache.put(address, answer);
}

// --- what is asked for ----------------------------------------------------------------------

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (DRILL.test(pathname)) event.respondWith(drill(request));
  else if (request.method !== "GET") return;
  else if (request.mode === "navigate" || pathname.startsWith("/static/")) event.respondWith(other(request));
});

async function other(request) {
  try {
    return await fetch(request);
  } catch {
    const kept = await caches.match(request);
    return kept ?? (request.mode === "navigate" ? missing() : Response.error());
  }
}

async function missing() {
  return (await caches.match("/offline")) ?? Response.error();
}

async function drill(request) {
  const form = request.method === "POST" ? await request.clone().formData() : null;
  try {
    return await fetch(request);
  } catch {
    const address = new URL(request.url);
    const kept = await caches.match(bundleOf(DRILL.exec(address.pathname)[1]));
    return kept ? answered(request, address, form, await kept.json()) : missing();
  }
}

function answered(request, address, form, kept) {
  const place = (path) => kept.drills.findIndex((drill) => drill.url === path);
  const here = place(address.pathname);
  if (here < 0) {
    const before = request.referrer ? place(new URL(request.referrer).pathname) : -1;
    return go(request, kept.drills[(before + 1) % kept.drills.length].url);
  }
  if (form) {
    const said = form.has("cards") ? form.getAll("left").join(" ") : form.get("answer");
    return go(request, `${address.pathname}?answer=${encodeURIComponent(said ?? "")}`);
  }
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": kept.policy };
  const part = partOf(kept.drills[here], address.searchParams.get("answer"));
  return new Response(kept.page.replace(kept.mark, () => part), { headers });
}

function partOf(drill, said) {
  if (said === null) return drill.asked;
  const plain = /^\d+$/.test(said.trim()) ? String(Number(said)) : said.split(" ").sort().join(" ").trim();
  return drill.answers.includes(plain) ? drill.right : drill.wrong;
}

// To another address: a request of a script is told by a header, for it would follow in silence.
function go(request, url) {
  if (request.headers.get("HX-Request")) return new Response("", { headers: { "HX-Redirect": url } });
  return Response.redirect(url, 303);
}
