import { describe, expect, test } from "vitest";
import { shortcut } from "../../src/lib/keys";

describe("letters on the keyboard (C67)", () => {
  const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
    shortcut({ key, ctrlKey: false, altKey: false, metaKey: false, repeat: false, target: document.body, ...more });

  test("each asks for its own", () => {
    expect(["c", "d", "h", "s"].map((key) => press(key))).toEqual(
      ["c", "d", "h", "s"].map((suit) => ({ kind: "suit", suit })),
    );
    expect(press("r")).toEqual({ kind: "ask", question: "hand" });
    expect(press("T")).toEqual({ kind: "ask", question: "trick" });
    expect(press("p")).toEqual({ kind: "ask", question: "points" });
    expect([press("l"), press("u"), press("e"), press("?")].map((asked) => asked?.kind)).toEqual([
      "last",
      "take-back",
      "hint",
      "help",
    ]);
    expect(press("x")).toBeNull();
  });

  test("but not while somebody types, holds the key, or with a modifier", () => {
    const field = document.createElement("input");
    const radio = Object.assign(document.createElement("input"), { type: "radio" });
    expect(press("r", { target: field })).toBeNull();
    expect(press("r", { target: document.createElement("textarea") })).toBeNull();
    expect(press("r", { target: radio })).not.toBeNull();
    expect(press("r", { ctrlKey: true })).toBeNull();
    expect(press("r", { metaKey: true })).toBeNull();
    expect(press("r", { repeat: true })).toBeNull();
  });
});
