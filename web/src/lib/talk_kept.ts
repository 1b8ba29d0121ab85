/** How far the talk of each table has been read, and who is muted there, kept in this browser. */

export interface Kept {
  /** The id of the last line that was read. */
  readonly read: number;
  /** Whose lines are not heard. */
  readonly muted: readonly string[];
}

const PLACE = "openhearts.talk";
/** Tables; more than anybody plays at a time. */
const MOST = 40;
const NOTHING: Kept = { read: 0, muted: [] };

type Tables = [table: string, kept: Kept][];

/** What was kept of this table. */
export const keptTalk = (table: string, storage: Storage = localStorage): Kept =>
  tables(storage).find(([one]) => one === table)?.[1] ?? NOTHING;

/**
 * Change this of what is kept of the table, and no more: another tab may have changed the rest.
 * The table that was changed longest ago may have to go.
 */
export function keepTalk(table: string, change: Partial<Kept>, storage: Storage = localStorage): void {
  const kept = { ...keptTalk(table, storage), ...change };
  const others = tables(storage).filter(([one]) => one !== table);
  try {
    storage.setItem(PLACE, JSON.stringify([...others, [table, kept]].slice(-MOST)));
  } catch {
    // A browser that keeps nothing hears and reads as long as its page lives.
  }
}

function tables(storage: Storage): Tables {
  try {
    return (JSON.parse(storage.getItem(PLACE) ?? "[]") as Tables).filter(isKept);
  } catch {
    return []; // What cannot be read is as good as nothing kept.
  }
}

const isKept = (one: Tables[number]): boolean => typeof one[1].read === "number" && Array.isArray(one[1].muted);
