/** Starts the table on the page that the server renders: `<main id="table" data-table="…">`. */
import { mount } from "svelte";
import { Connection, socketOf } from "../lib/connection";
import { speak } from "../lib/language.svelte";
import { keepForLater } from "../lib/offline";
import { keepRules } from "../lib/rules_in_words";
import "../styles/table.css";
import Table from "./Table.svelte";
import { Session } from "./session.svelte";

const place = document.querySelector<HTMLElement>("#table")!;
const table = place.dataset["table"]!;
keepRules(place, document.documentElement.lang);
await speak(document.documentElement.lang);
const session = new Session((listener) => new Connection(() => new WebSocket(socketOf(table)), listener));
session.commands.called = place.dataset["name"] ?? "";

place.replaceChildren();
mount(Table, { target: place, props: { session } });
keepForLater();
