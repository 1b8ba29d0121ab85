import { beforeEach, describe, expect, test, vi } from "vitest";
import { bot, gathering, over, passing, person, playing } from "../views";
import { all, button, click, one, press, show, spoken, told } from "./table";

beforeEach(() => void vi.useFakeTimers());

const named = (text: string) => {
  const field = one(".named input") as HTMLInputElement;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};
const submit = () => one(".named").dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));

/** What each free place is called, by its accessible name. */
const offered = () =>
  all("button[aria-labelledby]").map((each) =>
    each
      .getAttribute("aria-labelledby")!
      .split(" ")
      .map((id) => document.getElementById(id)!.textContent.trim())
      .join(" "),
  );

describe("an invitation", () => {
  test("says who invites, and what one may do, on screen and aloud", () => {
    show(gathering());
    expect(one(".gather h2").textContent).toBe("Aino invites you to play Hearts");
    expect(one(".sub").textContent).toContain("4 players, no sign-up.");
    expect(one(".note").textContent).toBe("Bots take the places still free. Their level: Strong.");
    expect(spoken()).toBe(
      "Aino invites you to play Hearts. 4 players, no sign-up. Choose your place: the game begins when Aino starts it.",
    );
  });

  test("from somebody without a name comes without one", () => {
    const { players } = gathering();
    show(gathering({ players: [person(0, null), ...players.slice(1)] }));
    expect(one(".gather h2").textContent).toBe("You are invited to play Hearts");
  });

  test.each([
    [3, ["on Aino’s left"]],
    [4, ["across from Aino", "on Aino’s left"]],
    [5, ["second on Aino’s left", "on Aino’s left", "second on Aino’s right"]],
    [6, ["across from Aino", "second on Aino’s left", "on Aino’s left", "second on Aino’s right"]],
  ] as const)("of %i says of each free place where it is", (seats, where) => {
    show(gathering({}, seats));
    expect(offered().sort()).toEqual(where.map((words) => `Sit here ${words}`).sort());
    expect(all(".around li")).toHaveLength(seats);
  });

  test("puts the place across from the host before me, and offers it first", () => {
    show(gathering());
    expect(one(".ps .btn-go").getAttribute("aria-labelledby")).toContain(one(".ps .sd").id);
    expect(one(".pn").textContent).toContain("Aino");
  });

  test("tells who is here, who is away, and who the host is", () => {
    const { players } = gathering();
    show(gathering({ players: [{ ...players[0]!, here: false }, ...players.slice(1)] }));
    expect(one(".pn .sd").textContent.replace(/\s+/g, " ").trim()).toBe("host · away");
    expect(one(".pw .sd").textContent.trim()).toBe("is here");
  });

  test("a seat is taken under the name that one has typed", () => {
    const { sent } = show(gathering());
    named("  Leena ");
    click(one(".pe .btn"));
    expect(sent).toEqual([
      { kind: "rename", name: "Leena" },
      { kind: "sit", seat: 1 },
    ]);
  });

  test("Enter in the field takes the place that is offered first; a name that one has is not sent again", () => {
    const { session, sent } = show([]);
    session.commands.called = "Leena";
    show(gathering());
    submit();
    expect(sent).toEqual([]);
  });

  test("a name that cannot be shown is refused in words, and another may follow", () => {
    const { sent, reject } = show(gathering({ seat: 3 }));
    named("\u202e");
    submit();
    reject("malformed", { kind: "rename", id: "1", name: "\u202e" });
    expect(told()).toBe("That name cannot be shown. Choose another one.");
    named("Leena");
    submit();
    expect(sent.map((request) => "name" in request && request.name)).toEqual(["\u202e", "Leena"]);
  });

  test("to a full table offers no place; whether one may watch is said", () => {
    const players = ["Aino", "Rhea", "Noor", "Matteo"].map((name, seat) => person(seat, name));
    show(gathering({ players }));
    expect(offered()).toEqual([]);
    expect(one(".sub").textContent).toBe("Every seat is taken. You can watch the game from here.");
    show(gathering({ players, options: { ...gathering().options, spectators: false } }));
    expect(one(".sub").textContent).toBe("This table is not for watching.");
  });

  test("who comes and goes is announced", () => {
    const { tell } = show(gathering());
    const { players } = gathering();
    const sat = [players[0]!, person(1, "Noor"), ...players.slice(2)];
    tell(gathering({ version: 101, players: sat }));
    expect(spoken()).toBe("Noor sits down.");
    tell(gathering({ version: 102, players: [sat[0]!, sat[1]!, sat[2]!, bot(3)] }));
    expect(spoken()).toBe("Matteo leaves the table.");
    tell(gathering({ version: 103, host: 1, players: [bot(0), ...sat.slice(1)] }));
    expect(spoken()).toContain("Noor is the table’s host now.");
  });

  test("sitting down is said, and the focus goes to what the screen now says", async () => {
    const { tell } = show(gathering());
    one(".ps .btn").focus();
    const { players } = gathering();
    tell(gathering({ version: 101, seat: 2, players: [players[0]!, players[1]!, person(2, "Leena"), players[3]!] }));
    expect(spoken()).toContain("You sit down at the table.");
    await vi.waitFor(() => expect(document.activeElement).toBe(one(".gather h2")));
    expect(one(".gather h2").textContent).toBe("Waiting for Aino to begin");
  });
});

describe("before the game", () => {
  test("the host begins, with so many bots", () => {
    const { sent } = show(gathering({ seat: 0 }));
    click(button("Begin with 2 bots"));
    expect(sent).toEqual([{ kind: "start" }]);
  });

  test("only the host", () => {
    show(gathering({ seat: 3 }));
    expect(all("button").filter((each) => each.textContent.includes("Begin"))).toEqual([]);
    expect(all("button").filter((each) => each.ariaLabel?.startsWith("Options"))).toEqual([]);
  });

  test("places are told as they are from one’s own", () => {
    show(gathering({ seat: 0 }));
    expect(one(".pw .sd").textContent.trim()).toBe("on your left");
    expect(one(".pn .sd").textContent.trim()).toBe("across from you");
  });

  test("the host may send somebody away, and is asked once more", () => {
    const { sent, session } = show(gathering({ seat: 0 }));
    click(button("Options for Matteo"));
    click(button("Send Matteo away"));
    expect(sent).toEqual([]);
    click(one(".sure .btn-go"));
    expect(sent).toEqual([{ kind: "remove", seat: 3 }]);
    expect(session.dialog).toBeNull();
  });

  test("the host may hand over", () => {
    const { sent } = show(gathering({ seat: 0 }));
    click(button("Options for Matteo"));
    click(button("Make Matteo the host"));
    expect(sent).toEqual([{ kind: "hand-over", seat: 3 }]);
  });

  test("nobody is asked about who has gone meanwhile", () => {
    const { session, tell } = show(gathering({ seat: 0 }));
    click(button("Options for Matteo"));
    tell(gathering({ version: 101, seat: 0, players: [gathering().players[0]!, bot(1), bot(2), bot(3)] }));
    expect(session.dialog).toBeNull();
    expect(one(".game").inert).toBe(false);
  });

  test("a guest leaves without being asked, since nothing is lost", () => {
    const { sent } = show(gathering({ seat: 3 }));
    click(button("Leave the table"));
    expect(sent).toEqual([{ kind: "leave" }]);
  });

  test("the link can be had as a picture too, with its letters beside it", async () => {
    vi.useRealTimers();
    show(gathering({ seat: 0 }));
    click(button("Show a QR code"));
    await vi.waitFor(() => expect(one(".qr svg").getAttribute("aria-label")).toBe("QR code of the table’s link"));
    expect(one(".qr figcaption").textContent).toContain("/t/t4ble");
    click(button("Hide the QR code"));
    expect(all(".qr")).toEqual([]);
  });

  test("its beginning is announced, and cards are asked for", () => {
    const { tell } = show(gathering({ seat: 0 }));
    tell(passing(4, { version: 101, deal: 1 }));
    expect(spoken()).toContain("The game begins. Hand 1. Choose 3 cards for Matteo");
  });
});

describe("who was sent away", () => {
  test("is told by whom and what next, and finds nothing else to press (C50)", () => {
    const { tell, sent } = show(gathering({ seat: 3 }));
    tell(gathering({ version: 101, removed: true, players: [gathering().players[0]!, bot(1), bot(2), bot(3)] }));
    expect(one(".farewell h2").textContent).toBe("You have been sent away from this table");
    expect(all(".farewell p")[0]!.textContent).toContain("Aino, the table’s host, has sent you away.");
    expect(spoken()).toContain("Aino, the table’s host, has sent you away.");
    expect(all("button")).toEqual([]);
    expect(all("a.btn").map((link) => link.getAttribute("href"))).toEqual(["/"]);
    press("u", document.body);
    expect(sent).toEqual([]);
  });
});

test("a closed table says so, and still gives its record", () => {
  show(over({ phase: "closed" }));
  expect(one(".farewell h2").textContent).toBe("This table is closed");
  expect(all(".farewell a").map((link) => link.getAttribute("href"))).toEqual(["/", "/api/tables/t4ble/record?game=1"]);
});

test("whoever comes to a game that goes on finds the game, not the invitation", () => {
  show(playing());
  expect(all(".gather")).toEqual([]);
});
