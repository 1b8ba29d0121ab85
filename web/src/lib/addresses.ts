/** The pages beside the table's own. */

export const HOME = "/";

/** Who shuffles, in plain words. */
export const FAIRNESS = "/fairness";
/** Where one makes a link to another device. */
export const DEVICE = "/device";

/** The set-up page, filled with this table's rules. */
export const setupFrom = (table: string): string => `/setup?from=${encodeURIComponent(table)}`;

/** The rules of this table, to read. */
export const rulesOf = (table: string): string => `/t/${encodeURIComponent(table)}/rules`;

/** Where one makes a chair at this table, and gets up from it. */
export const chairsOf = (table: string): string => `/t/${encodeURIComponent(table)}/chairs`;

/** What came of this table's finished games. */
export const resultsOf = (table: string): string => `/t/${encodeURIComponent(table)}/results`;

/** The hands of one game that are over, as a file to keep. */
export const recordOf = (table: string, game: number): string =>
  `/api/tables/${encodeURIComponent(table)}/record?game=${game}`;

/** This table's link as it is sent: it shows its language to programs that have none of their own. */
export const invitationTo = (table: string, page: Document = document): string =>
  `${page.location.origin}/t/${encodeURIComponent(table)}?language=${page.documentElement.lang}`;
