/** What the pages that are read gain where scripts run. Without it they work all the same. */
import "./site.css";
import { keepForLater, waitForTheServer } from "../lib/offline";
import { dress, readPreferences } from "../lib/preferences";
import { serveCopies } from "./copies";
import { nameTheGame } from "./home";
import { keepFresh } from "./lobby";
import { followTheForm } from "./setup";
import { serveSteppers } from "./steppers";
import { tellDays } from "./times";

dress(document.documentElement, readPreferences());
serveSteppers(document);
serveCopies(document);
tellDays(document, document.documentElement.lang);

const home = document.querySelector<HTMLFormElement>("form.play");
if (home) nameTheGame(home);

const setup = document.querySelector<HTMLFormElement>("form.setup");
if (setup) followTheForm(setup);

const tables = document.querySelector<HTMLElement>("[data-fresh]");
if (tables) keepFresh(tables, document.querySelector<HTMLElement>(".count")!);

const waiting = document.querySelector<HTMLElement>("[data-waits]");
if (waiting) waitForTheServer(waiting.dataset["waits"]!);

keepForLater();
