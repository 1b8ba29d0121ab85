/** The colours of tokens.css, as a page with these marks has them. */
import source from "../../src/styles/tokens.css?raw";

export interface Looks {
  theme: "light" | "dark";
  palette?: "red-green";
  deck?: "four";
}

/** Every rule outside of media queries, in the order of the file: its selector and what it declares. */
const RULES = [...source.replace(/\/\*[^]*?\*\//g, "").replace(/@media[^]*$/, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
  ([, selector, body]) => ({
    selector: selector!.trim(),
    values: [...body!.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!] as const),
  }),
);

function applies(selector: string, looks: Looks): boolean {
  const marks = [...selector.matchAll(/\[data-(\w+)="([\w-]+)"\]/g)];
  return marks.every(([, name, value]) => looks[name as keyof Looks] === value);
}

/** The colour of a token, as `#rrggbb`. */
export function colour(token: string, looks: Looks): string {
  const declared = RULES.filter(({ selector }) => applies(selector, looks)).flatMap(({ values }) => values);
  const value = declared.findLast(([name]) => name === `--${token}`)?.[1];
  if (value === undefined) throw new Error(`no token ${token}`);
  const another = /^var\(--([\w-]+)\)$/.exec(value);
  if (another) return colour(another[1]!, looks);
  const themed = /^light-dark\((#\w+), (#\w+)\)$/.exec(value);
  return whole(themed ? themed[looks.theme === "light" ? 1 : 2]! : value);
}

const whole = (hex: string) => (hex.length === 4 ? hex.replace(/\w/g, "$&$&") : hex);
