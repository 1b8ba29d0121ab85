/** Life without a line: the worker that keeps what is read, and the page that waits for the server. */

const PAUSE = 5000;

/** Have what is read kept for later. Browsers offer it over https and on one's own machine only. */
export function keepForLater(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const register = () =>
    void serviceWorker.register("/sw.js").catch(() => {
      // Switched off, or no room: everything works as it does without.
    });
  // The page that is being looked at comes first.
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}

/** Go on as soon as the server answers: to the page of this address, or to `home` if it has none. */
export function waitForTheServer(home: string): void {
  let timer = 0;
  async function ask(): Promise<void> {
    clearTimeout(timer);
    try {
      const answer = await fetch("/readyz", { cache: "no-store" });
      if (answer.ok) return location.pathname.endsWith("/offline") ? location.assign(home) : location.reload();
    } catch {
      // Still no server.
    }
    clearTimeout(timer);
    timer = window.setTimeout(ask, PAUSE);
  }
  addEventListener("online", ask);
  timer = window.setTimeout(ask, PAUSE);
}
