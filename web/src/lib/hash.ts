/** SHA-256 by the browser itself, and bytes as hexadecimal digits. */

/** Whether this browser can do that: it does so only for pages that came safely. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined;

export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

export const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
