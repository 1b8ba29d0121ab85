/** Calls somebody back to a page that they do not look at, and keeps the screen on while they do. */
import { language } from "./language.svelte";

/** Whether this browser can tell anything while its page is hidden. */
export const canNotify = (): boolean => "Notification" in window;

/** Ask whether this site may; it asks the person only if that has not been decided. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Tell it, if the page is hidden and the person allows it. Later ones of a `tag` take the earlier one's place. */
export async function notify(title: string, body: string, tag: string): Promise<void> {
  if (!document.hidden || !canNotify() || Notification.permission !== "granted") return;
  const options = { body, tag, lang: language(), icon: "/icons/icon-192.png" };
  try {
    const note = new Notification(title, options);
    note.onclick = () => {
      window.focus();
      note.close();
    };
    addEventListener("focus", () => note.close(), { once: true });
  } catch {
    // A phone lets only the service worker tell something.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, { ...options, data: location.pathname });
  }
}

/** Close what the service worker has told with this `tag`: its person is here. */
export async function closeNotices(tag: string): Promise<void> {
  const worker = canNotify() ? await navigator.serviceWorker?.getRegistration() : undefined;
  for (const note of (await worker?.getNotifications({ tag })) ?? []) note.close();
}

export const canStayAwake = (): boolean => "wakeLock" in navigator;

/** Keep the screen on until the answer is called. */
export function stayAwake(): () => void {
  // A battery that is nearly empty is a reason to say no.
  const lock = canStayAwake() ? navigator.wakeLock.request("screen").catch(() => null) : Promise.resolve(null);
  return () => void lock.then((held) => held?.release());
}
