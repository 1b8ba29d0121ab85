import { beforeEach, describe, expect, test, vi } from "vitest";
import { Connection, reloadOnce, socketOf, type Listener } from "../../src/lib/connection";
import type { AnyCommand, AnyUpdate } from "../../src/messages";
import { playing } from "../views";

/** A line whose other end the test holds. */
class Socket {
  static all: Socket[] = [];
  readyState: number = WebSocket.CONNECTING;
  sent: AnyCommand[] = [];
  onopen = () => {};
  onclose: (event: { code: number }) => void = () => {};
  onmessage: (message: { data: string }) => void = () => {};

  constructor() {
    Socket.all.push(this);
  }
  open() {
    this.readyState = WebSocket.OPEN;
    this.onopen();
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close(code = 1006) {
    this.readyState = WebSocket.CLOSED;
    this.onclose({ code });
  }
  tell(update: AnyUpdate) {
    this.onmessage({ data: JSON.stringify(update) });
  }
}

const latest = () => Socket.all.at(-1)!;
let listener: { [K in keyof Listener]: ReturnType<typeof vi.fn<Listener[K]>> };
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(1);
  Socket.all = [];
  listener = { view: vi.fn(), rejected: vi.fn(), done: vi.fn(), hint: vi.fn(), line: vi.fn(), outdated: vi.fn() };
  connection = new Connection(() => new Socket() as unknown as WebSocket, listener);
  return () => connection.close();
});

const play = { kind: "play", decision: "d1", card: "Jd" } as const;

describe("commands", () => {
  test("each has an id of its own and is sent once there is a line", () => {
    connection.send(play);
    latest().open();
    connection.send({ ...play, decision: "d2" });
    const [one, other] = latest().sent;
    expect(one).toMatchObject(play);
    expect(one!.id).not.toBe(other!.id);
    expect(one!.id.length).toBeLessThanOrEqual(32);
  });

  test("one that was not answered is sent again with the same id on the next line (C51)", () => {
    latest().open();
    connection.send(play);
    const first = latest();
    first.close();
    vi.advanceTimersByTime(1000);
    latest().open();
    expect(latest()).not.toBe(first);
    expect(latest().sent).toEqual(first.sent);
  });

  test("one that is given while there is no line asks for a line at once", () => {
    latest().open();
    latest().close();
    const lines = Socket.all.length;
    connection.send(play);
    expect(Socket.all).toHaveLength(lines + 1);
    connection.send({ ...play, decision: "d2" });
    expect(Socket.all).toHaveLength(lines + 1);
    latest().open();
    expect(latest().sent).toHaveLength(2);
  });

  test("one that was answered is not", () => {
    latest().open();
    connection.send(play);
    connection.send({ ...play, decision: "d2" });
    const [one, other] = latest().sent;
    latest().tell({ kind: "done", id: one!.id });
    latest().tell({ kind: "rejected", id: other!.id, code: "not-your-turn", facts: {} });
    latest().close();
    vi.advanceTimersByTime(1000);
    latest().open();
    expect(latest().sent).toEqual([]);
  });

  test("a refusal comes back with the request that it answers", () => {
    latest().open();
    connection.send(play);
    latest().tell({ kind: "rejected", id: latest().sent[0]!.id, code: "not-your-turn", facts: {} });
    expect(listener.rejected).toHaveBeenCalledWith(
      expect.objectContaining({ code: "not-your-turn" }),
      expect.objectContaining(play),
    );
  });

  test("a refusal of something unreadable has no request", () => {
    latest().open();
    latest().tell({ kind: "rejected", id: null, code: "malformed", facts: {} });
    expect(listener.rejected).toHaveBeenCalledWith(expect.objectContaining({ code: "malformed" }), undefined);
  });
});

describe("views", () => {
  test("an older view than the last one is dropped; one of the same version is not", () => {
    latest().open();
    latest().tell(playing({ version: 7 }));
    latest().tell(playing({ version: 6 }));
    latest().tell(playing({ version: 7 }));
    expect(listener.view.mock.calls.map(([view]) => view.version)).toEqual([7, 7]);
  });

  test("one of another schema is not shown: the page is outdated", () => {
    latest().open();
    latest().tell(playing({ schema: 999 }));
    expect(listener.view).not.toHaveBeenCalled();
    expect(listener.outdated).toHaveBeenCalledOnce();
  });

  test("the page reloads itself for a new schema only once, not for ever", () => {
    const storage = new Map<string, string>();
    const kept = {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, text: string) => storage.set(key, text),
    };
    const page = { reload: vi.fn() };
    for (let load = 0; load < 3; load++) reloadOnce(1, kept as unknown as Storage, page as unknown as Location);
    expect(page.reload).toHaveBeenCalledOnce();
  });
});

describe("a broken line", () => {
  test("is told, and tried again ever more slowly, up to ten seconds (C49)", () => {
    latest().open();
    const waits: number[] = [];
    for (let failure = 0; failure < 8; failure++) {
      const lines = Socket.all.length;
      latest().close();
      let waited = 0;
      while (Socket.all.length === lines) {
        vi.advanceTimersByTime(100);
        waited += 100;
      }
      waits.push(waited);
    }
    expect(listener.line).toHaveBeenLastCalledWith("lost");
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]);
  });

  test("is no loss where the server only restarts: until it is back, that is the news", () => {
    const news = () => listener.line.mock.lastCall![0];
    latest().open();
    latest().close(1012);
    expect(news()).toBe("restarting");
    vi.advanceTimersByTime(500);
    expect(Socket.all).toHaveLength(2);
    latest().close();
    expect(news()).toBe("restarting");
    vi.advanceTimersByTime(1000);
    latest().open();
    expect(news()).toBe("open");
    latest().close();
    expect(news()).toBe("lost");
  });

  test("not all who lost the same server come back at the same moment", () => {
    vi.mocked(Math.random).mockReturnValue(0);
    latest().open();
    latest().close();
    vi.advanceTimersByTime(250);
    expect(Socket.all).toHaveLength(2);
  });

  test("is tried at once when the browser is online again", () => {
    latest().open();
    latest().close();
    dispatchEvent(new Event("online"));
    expect(Socket.all).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(Socket.all).toHaveLength(2);
  });

  test("after closing there is no further line", () => {
    latest().open();
    connection.close();
    vi.advanceTimersByTime(60_000);
    expect(Socket.all).toHaveLength(1);
  });
});

test("the socket's address is beside the page's, and as safe", () => {
  const at = (href: string) => socketOf("abc", new URL(href) as unknown as Location);
  expect(at("http://127.0.0.1:8000/t/abc")).toBe("ws://127.0.0.1:8000/api/tables/abc/socket");
  expect(at("https://hearts.example/t/abc")).toBe("wss://hearts.example/api/tables/abc/socket");
});
