/** Calls to a slow table while its page is closed. The push service of the browser's maker brings them. */
import { askToNotify, canNotify } from "./attention";
import { canHash, hashOf } from "./hash";
import { language } from "./language.svelte";

interface Told {
  /** The server's, from which this browser is to take calls. */
  key: string;
  /** Digests of the addresses at which I am called for this table. */
  browsers: string[];
}

const placeOf = (table: string): string => `/api/tables/${table}/push`;

const canBeCalled = (): boolean => "PushManager" in window && canNotify() && canHash();

/** Whether this browser is called for the table; null where that is not to be had. */
export async function isCalled(table: string): Promise<boolean | null> {
  const told = canBeCalled() && (await workerOf()) ? await ask(table) : null;
  if (!told) return null;
  const subscription = await subscribed();
  return subscription !== null && told.browsers.includes(await digestOf(subscription));
}

/** Be called from the next turn on; whether the person lets this site do it. */
export async function beCalled(table: string): Promise<boolean> {
  // First of all: browsers ask their people only right after a press.
  if (!(await askToNotify())) return false;
  const told = await ask(table);
  if (!told) throw new Error("nobody is called here");
  const { endpoint, keys } = (await subscribe(told.key)).toJSON();
  const asked = { endpoint, publicKey: keys?.["p256dh"], auth: keys?.["auth"], language: language() };
  await send("PUT", table, asked);
  return true;
}

/** Be called no more. */
export async function beLeft(table: string): Promise<void> {
  const subscription = await subscribed();
  if (!subscription) return;
  const answer = await send("DELETE", table, { endpoint: subscription.endpoint });
  const { elsewhere } = (await answer.json()) as { elsewhere: boolean };
  if (!elsewhere) await subscription.unsubscribe();
}

async function ask(table: string): Promise<Told | null> {
  const answer = await fetch(placeOf(table));
  return answer.status === 200 ? ((await answer.json()) as Told) : null;
}

async function send(method: string, table: string, told: object): Promise<Response> {
  const answer = await fetch(placeOf(table), { method, body: JSON.stringify(told) });
  if (!answer.ok) throw new Error(`${method}: ${answer.status}`);
  return answer;
}

const workerOf = () => navigator.serviceWorker?.getRegistration();
const subscribed = async () => (await (await workerOf())?.pushManager.getSubscription()) ?? null;

async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before && keyOf(before) === key) return before;
  // It takes calls from a key that this server does not have any more.
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

const digestOf = ({ endpoint }: PushSubscription): Promise<string> => hashOf(new TextEncoder().encode(endpoint));
