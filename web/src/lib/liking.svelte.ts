import { keptPreferences, PLACE, readPreferences, type Preferences } from "./preferences";

/** The preferences as they were kept; `keep` changes one and remembers it. */
export class Liking {
  now = $state() as Preferences;
  readonly #storage: Storage;

  constructor(storage: Storage = localStorage) {
    this.#storage = storage;
    this.now = readPreferences(storage);
  }

  keep<K extends keyof Preferences>(name: K, choice: Preferences[K]): void {
    this.now[name] = choice;
    try {
      this.#storage.setItem(PLACE, JSON.stringify({ ...keptPreferences(this.#storage), [name]: choice }));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}
