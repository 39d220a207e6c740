// Keeps drills and lessons for when there is no network: registers the service worker, and tells
// it what is looked at.

const main = document.getElementById("main");
const version = new URL(import.meta.url).searchParams.get("v");

async function keep() {
  await navigator.serviceWorker.register("/worker.js");
  const { active } = await navigator.serviceWorker.ready;
  const kinds = (main.querySelector("[data-kinds]")?.dataset.kinds ?? "").split(" ").filter(Boolean);
  active.postMessage({ version, kinds, page: location.pathname + location.search });
}

if ("serviceWorker" in navigator) {
  keep().catch(() => {}); // refused, or a private window: everything works, with a network
}
