// Keeps the page's files for the next time that its server is not there. Browsers allow this at HTTPS and localhost alone.

const KEPT = "page";

const fresh = async (request) => {
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
};

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  const kept = () => caches.match(event.request, { ignoreSearch: true });
  event.respondWith(fresh(event.request).catch(async () => (await kept()) ?? Response.error()));
});
