import { flushSync } from "svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { View } from "../../src/messages";
import { playing } from "../views";
import { all, button, click, one, show } from "./table";

const DAY = 24 * 3600;
const NAME = "Notice even when this page is closed";

const slow = (changes: Partial<View> = {}): View => {
  const view = playing(changes);
  return { ...view, options: { ...view.options, clock_seconds: DAY } };
};

/** A browser that can be called, and a server whose answers are these; what it was asked. */
function served(answers: Record<string, () => Response>, hasPush = true): string[] {
  const asked: string[] = [];
  class Notification {
    static requestPermission = () => Promise.resolve("granted");
  }
  if (hasPush) vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", Notification);
  const subscription = {
    endpoint: "https://push.example/x",
    options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
    toJSON: () => ({ endpoint: "https://push.example/x", keys: { p256dh: "public", auth: "auth" } }),
  };
  const pushManager = { getSubscription: () => Promise.resolve(subscription) };
  const registration = { pushManager, getNotifications: () => Promise.resolve([]) };
  const serviceWorker = { getRegistration: () => Promise.resolve(registration), ready: Promise.resolve(registration) };
  vi.stubGlobal("navigator", { ...navigator, serviceWorker });
  vi.stubGlobal("fetch", (path: string, { method = "GET", body = "" } = {}) => {
    asked.push(`${method} ${path} ${body}`.trim());
    return Promise.resolve(answers[method]!());
  });
  return asked;
}

const legends = () => all("legend").map((legend) => legend.textContent);
const menu = async (view: View) => {
  show(view);
  click(button("Menu"));
  await vi.waitFor(() => expect(legends()).toContain("Sound"));
  await new Promise((done) => setTimeout(done, 20));
  flushSync();
};
const radio = (words: string) =>
  [...all("fieldset").find((each) => each.textContent.includes(NAME))!.querySelectorAll("label")]
    .find((label) => label.textContent.trim() === words)!
    .querySelector("input")!;

afterEach(() => vi.unstubAllGlobals());

describe("to be called back", () => {
  const told = () => Response.json({ key: "AQID", browsers: [] });

  test("is asked for in the language that is spoken", async () => {
    const asked = served({ GET: told, PUT: () => new Response(null, { status: 204 }) });
    await menu(slow());
    click(radio("on"));
    await vi.waitFor(() => expect(asked.at(-1)).toMatch(/^PUT/));
    const said = '{"endpoint":"https://push.example/x","publicKey":"public","auth":"auth","language":"en"}';
    expect(asked.at(-1)).toBe(`PUT /api/tables/${slow().table}/push ${said}`);
    expect(radio("on").checked).toBe(true);
  });

  test("stays as it was where the server does not do it, in words", async () => {
    served({ GET: told, PUT: () => new Response(null, { status: 503 }) });
    await menu(slow());
    click(radio("on"));
    await vi.waitFor(() => expect(one("[role=dialog]").textContent).toContain("did not work"));
    expect(radio("off").checked).toBe(true);
  });

  test.each<[string, View, () => void]>([
    ["at a quick table", playing(), () => served({ GET: told })],
    ["to whoever looks on", slow({ seat: null }), () => served({ GET: told })],
    ["where the operator calls nobody", slow(), () => served({ GET: () => new Response(null, { status: 204 }) })],
    ["by a browser that cannot be", slow(), () => served({ GET: told }, false)],
  ])("is not offered %s", async (_, view, given) => {
    given();
    await menu(view);
    expect(legends()).not.toContain(NAME);
  });
});
