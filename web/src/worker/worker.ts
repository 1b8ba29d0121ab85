/**
 * The service worker: what is read stays available without a line, in every language visited.
 *
 * Pages come from the server whenever it answers. What is kept of them is a stranger's copy, asked
 * for without cookies, so nobody's games are in it. Tables, commands and answers are never kept.
 * It also tells its person that a slow table waits, while no page is open.
 * The server writes `self.kept` before this script (server/site/offline.py).
 */
interface Kept {
  /** Changes with anything that is kept, and so names the cache. */
  version: string;
  /** Files that the pages load. Their names carry a hash of the content. */
  files: string[];
  /** By language: the pages that are read. The first is its home page. */
  pages: Record<string, string[]>;
}

/** What the server says to whom it calls back (server/push/caller.py): nothing of the game. */
interface Call {
  table: string;
  language: string;
  title: string;
  body: string;
}

const worker = self as unknown as ServiceWorkerGlobalScope & { kept: Kept };
const { version, files, pages } = worker.kept;
const PREFIX = "openhearts-";
const CACHE = PREFIX + version;
/** Where the language of the last page is kept: a table's address has none. */
const LAST_LANGUAGE = "/kept/language";
/** What stands before a server says this when it cannot reach it. */
const NO_SERVER = [502, 504];

const homeIn = (language: string): string => pages[language]![0]!;
const offlineIn = (language: string): string => `/${language}/offline`;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== location.origin || pathname.startsWith("/api/")) return;
  if (mode === "navigate") event.respondWith(page(event));
  else if (method === "GET" && pathname.startsWith("/static/")) event.respondWith(file(event));
  else if (method === "GET" && languageIn(pathname) && pathname.endsWith(".json")) event.respondWith(told(event));
});
worker.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(tell(event.data.json() as Call));
});
worker.addEventListener("notificationclick", (event) => event.waitUntil(follow(event.notification)));

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(files);
  await Promise.all(Object.keys(pages).map((language) => copy(offlineIn(language))));
  await Promise.all((await visited()).map(keep));
  // A game in progress goes on with the files with which it began.
  if (!(await openPages()).some((path) => path.startsWith("/t/"))) await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** The languages to keep from the start: of the pages that are open, and of the last version. */
async function visited(): Promise<string[]> {
  const open = await openPages();
  const all = Object.keys(pages);
  const before = await Promise.all(all.map((language) => caches.match(homeIn(language))));
  return all.filter((language, at) => before[at] || open.some((path) => languageIn(path) === language));
}

/** A call takes the place of the last one from its table (lib/attention.ts), and is heard anew. */
async function tell({ table, language, title, body }: Call): Promise<void> {
  const again = { renotify: true }; // which TypeScript does not know
  const options = { body, lang: language, tag: table, icon: "/icons/icon-192.png", data: `/t/${table}`, ...again };
  await worker.registration.showNotification(title, options);
}

/** Whoever presses a notice of a table wants to be there. */
async function follow(notice: Notification): Promise<void> {
  notice.close();
  const path = notice.data as string;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === path);
  await (open ? open.focus() : worker.clients.openWindow(path));
}

async function openPages(): Promise<string[]> {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.map(({ url }) => new URL(url).pathname);
}

/** The server's page; without a server what is kept of it, or the page that says so. */
async function page(event: FetchEvent): Promise<Response> {
  try {
    const answer = ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
    if (NO_SERVER.includes(answer.status)) return await keptPage(event.request);
    const language = answer.headers.get("content-language");
    if (answer.ok && language && language in pages) event.waitUntil(remember(language));
    return answer;
  } catch {
    return keptPage(event.request);
  }
}

async function keptPage({ method, url }: Request): Promise<Response> {
  const { pathname, search } = new URL(url);
  const cache = await caches.open(CACHE);
  const language = languageIn(pathname) ?? (await lastLanguage(cache));
  // To reload what a form asked for would send the form again.
  if (method !== "GET") return Response.redirect(offlineIn(language), 303);
  const path = languageIn(pathname) ? pathname : `/${language}${pathname}`;
  const kept = (await cache.match(path + search)) ?? (await cache.match(offlineIn(language)));
  return kept ?? Response.error();
}

async function lastLanguage(cache: Cache): Promise<string> {
  const last = await (await cache.match(LAST_LANGUAGE))?.text();
  const liked = [last, ...navigator.languages.map((tag) => tag.split("-")[0])];
  return liked.find((language) => language !== undefined && language in pages) ?? Object.keys(pages)[0]!;
}

async function remember(language: string): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(LAST_LANGUAGE, new Response(language));
  await keep(language);
}

/** Keep the pages of a language. One that cannot be had now is tried again with the next page. */
async function keep(language: string): Promise<void> {
  const cache = await caches.open(CACHE);
  const lacking = async (path: string) => ((await cache.match(path)) ? undefined : copy(path));
  await Promise.allSettled(pages[language]!.map(lacking));
}

/** Keep a page as a stranger gets it, marked as a copy (styles/site.css). */
async function copy(path: string): Promise<void> {
  const answer = await fetch(path, { credentials: "omit", cache: "no-cache" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const headers = new Headers(answer.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  const marked = (await answer.text()).replace("<html ", "<html data-kept ");
  const cache = await caches.open(CACHE);
  await cache.put(path, new Response(marked, { headers }));
}

async function file(event: FetchEvent): Promise<Response> {
  const found = await caches.match(event.request);
  if (found) return found;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(save(event.request, answer.clone()));
  return answer;
}

/** Lessons and worked examples, from the server; without a server as they were told last. */
async function told(event: FetchEvent): Promise<Response> {
  const before = () => caches.match(event.request).then((found) => found ?? Response.error());
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(save(event.request, answer.clone()));
    return NO_SERVER.includes(answer.status) ? await before() : answer;
  } catch {
    return before();
  }
}

async function save(request: Request, answer: Response): Promise<void> {
  try {
    await (await caches.open(CACHE)).put(request, answer);
  } catch {
    // No room: the browser asks the server next time.
  }
}

const languageIn = (path: string): string | undefined =>
  Object.keys(pages).find((language) => path.startsWith(`/${language}/`));
