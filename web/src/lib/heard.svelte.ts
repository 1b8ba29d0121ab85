/** What one person hears of the talk at a table, and has read of it. */
import type { TalkLine, View } from "../messages";
import { isMine } from "./talk";
import { keepTalk, keptTalk, type Kept } from "./talk_kept";

/** How long a line stands beside its speaker's seat, in milliseconds. */
export const STANDS = 7000;

export class Heard {
  /** The lines of those who are not muted, oldest first; none while all talk is off. */
  lines = $state.raw<readonly TalkLine[]>([]);
  /** How many of them are others' and have not been read. */
  unread = $state(0);
  /** By seat: what its player, who is not I, has just said. */
  beside = $state.raw<ReadonlyMap<number, TalkLine>>(new Map());
  #kept = $state.raw() as Kept;
  #view: View;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #isOff: () => boolean;
  readonly #tell: (view: View, line: TalkLine) => void;

  /** What is in `view` was said before; each later line that is heard is told once, by `tell`. */
  constructor(view: View, isOff: () => boolean, tell: (view: View, line: TalkLine) => void) {
    this.#isOff = isOff;
    this.#tell = tell;
    this.#view = view;
    this.#kept = keptTalk(view.table);
    this.#sort();
  }

  close(): void {
    this.#timers.forEach(clearTimeout);
  }

  /** The table is like this now. */
  see(view: View): void {
    const last = this.#view.talk.at(-1)?.id ?? 0;
    this.#view = view;
    this.#sort();
    for (const line of this.lines) if (line.id > last) this.#hear(line);
  }

  /** All that is heard has been read. */
  read(): void {
    const last = this.lines.at(-1)?.id ?? 0;
    if (last > this.#kept.read) this.#keep({ read: last });
  }

  isMuted(speaker: string): boolean {
    return this.#kept.muted.includes(speaker);
  }

  /** Hear nothing more of this person at this table, or hear it again. */
  mute(speaker: string, muted: boolean): void {
    const others = this.#kept.muted.filter((one) => one !== speaker);
    this.#keep({ muted: muted ? [...others, speaker] : others });
  }

  #keep(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    keepTalk(this.#view.table, change);
    this.#sort();
  }

  #sort(): void {
    const view = this.#view;
    this.lines = this.#isOff() ? [] : view.talk.filter(({ speaker }) => !this.isMuted(speaker));
    this.unread = this.lines.filter((line) => line.id > this.#kept.read && !isMine(view, line)).length;
    const still = [...this.beside].filter(([, line]) => this.lines.some(({ id }) => id === line.id));
    if (still.length < this.beside.size) this.beside = new Map(still);
  }

  #hear(line: TalkLine): void {
    this.#tell(this.#view, line);
    const { seat } = line;
    if (seat === null || isMine(this.#view, line)) return;
    this.beside = new Map(this.beside).set(seat, line);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.beside.get(seat)?.id !== line.id) return;
      this.beside = new Map([...this.beside].filter(([one]) => one !== seat));
    }, STANDS);
    this.#timers.add(timer);
  }
}
