/** Beside the pages' own script, which the first paint waits for: the forms that open a table. */
import { addToFirstDeals } from "./adding";

addToFirstDeals(document);
