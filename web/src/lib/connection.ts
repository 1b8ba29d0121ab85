/**
 * The line to a table: commands up, updates down, and a new line whenever it breaks.
 *
 * A command that was not answered is sent again on the next line; it names the decision that
 * it answers, so a repeat does no harm. Of two views the one with the larger version is newer.
 */
import { SCHEMA, type AnyCommand, type AnyUpdate, type Hint, type Rejected, type View } from "../messages";

type WithoutId<C> = C extends AnyCommand ? Omit<C, "id"> : never;

/** A command as the screen gives it; the line adds the id. */
export type Request = WithoutId<AnyCommand>;

/** Whether there is a line to the table, and if not, whether its server only restarts. */
export type Line = "open" | "lost" | "restarting";

export interface Listener {
  view(view: View): void;
  /** Answers the request, or none if the table could not tell which. */
  rejected(rejected: Rejected, request: AnyCommand | undefined): void;
  done(request: AnyCommand): void;
  hint(hint: Hint): void;
  line(line: Line): void;
  /** The table speaks another version of the messages. */
  outdated(): void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;

/** The code with which a server closes that is about to end, and to come back. */
const RESTARTS = 1012;

export class Connection {
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #restarting = false;
  #version = -1;
  #count = 0;
  #closed = false;
  readonly #waiting = new Map<string, AnyCommand>();
  readonly #session = crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36);
  readonly #listener: Listener;
  readonly #open: () => WebSocket;

  constructor(open: () => WebSocket, listener: Listener) {
    this.#open = open;
    this.#listener = listener;
    addEventListener("online", this.#reconnect);
    this.#connect();
  }

  /** Send a request, now or as soon as there is a line. */
  send(request: Request): void {
    const command = { ...request, id: `${this.#session}-${++this.#count}` } as AnyCommand;
    this.#waiting.set(command.id, command);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
    // Whoever does something does not want to wait for the next try.
    else this.#reconnect();
  }

  /** No more line. */
  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#reconnect);
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect(): void {
    const socket = this.#open();
    this.#socket = socket;
    socket.onopen = () => {
      this.#failures = 0;
      this.#restarting = false;
      this.#listener.line("open");
      for (const command of this.#waiting.values()) socket.send(JSON.stringify(command));
    };
    socket.onmessage = (message: MessageEvent<string>) => this.#take(JSON.parse(message.data) as AnyUpdate);
    socket.onclose = ({ code }) => {
      if (this.#closed || socket !== this.#socket) return;
      // Until it is back, no line can be had: that is no other news.
      this.#restarting ||= code === RESTARTS;
      this.#listener.line(this.#restarting ? "restarting" : "lost");
      this.#timer = setTimeout(this.#reconnect, this.#wait());
    };
  }

  readonly #reconnect = (): void => {
    clearTimeout(this.#timer);
    if (this.#closed || this.#alive()) return;
    this.#failures += 1;
    this.#connect();
  };

  #alive(): boolean {
    const open: number[] = [WebSocket.OPEN, WebSocket.CONNECTING];
    return this.#socket !== undefined && open.includes(this.#socket.readyState);
  }

  /** Longer after each failure, and never the same for all who lost the same server. */
  #wait(): number {
    const longest = Math.min(FIRST_WAIT * 2 ** this.#failures, LONGEST_WAIT);
    return longest * (0.5 + Math.random() / 2);
  }

  #take(update: AnyUpdate): void {
    switch (update.kind) {
      case "view":
        return this.#takeView(update);
      case "done": {
        const request = this.#answered(update.id);
        if (request) this.#listener.done(request);
        return;
      }
      case "hint":
        this.#answered(update.id);
        return this.#listener.hint(update);
      case "rejected":
        return this.#listener.rejected(update, update.id === null ? undefined : this.#answered(update.id));
    }
  }

  #takeView(view: View): void {
    if (view.schema !== SCHEMA) return this.#listener.outdated();
    if (view.version < this.#version) return;
    this.#version = view.version;
    this.#listener.view(view);
  }

  #answered(id: string): AnyCommand | undefined {
    const request = this.#waiting.get(id);
    this.#waiting.delete(id);
    return request;
  }
}

/** The address of a table's socket, beside the page's own. */
export function socketOf(table: string, page: Location = location): string {
  const address = new URL(`/api/tables/${table}/socket`, page.href);
  address.protocol = page.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}

/** Reload the page for another version of the messages, but only once for each. */
export function reloadOnce(schema: number, storage: Storage = sessionStorage, page: Location = location): void {
  const place = "openhearts.reloaded";
  if (storage.getItem(place) === String(schema)) return;
  storage.setItem(place, String(schema));
  page.reload();
}
