/** How far apart two colours are, for people who see them all and for those who do not. */

export type Vision = "usual" | "protan" | "deutan" | "tritan";
type Triple = readonly [number, number, number];

/** Machado, Oliveira and Fernandes (2009), at full severity, on linear RGB. */
const MACHADO: Record<Exclude<Vision, "usual">, readonly Triple[]> = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const SRGB_TO_XYZ: readonly Triple[] = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const DAYLIGHT: Triple = [0.95047, 1, 1.08883];

const times = (matrix: readonly Triple[], [a, b, c]: Triple): Triple =>
  matrix.map(([x, y, z]) => x * a + y * b + z * c) as unknown as Triple;

function linear(hex: string): Triple {
  const channel = (at: number) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function seen(hex: string, vision: Vision): Triple {
  if (vision === "usual") return linear(hex);
  return times(MACHADO[vision], linear(hex)).map((value) => Math.min(1, Math.max(0, value))) as unknown as Triple;
}

function lab(light: Triple): Triple {
  const scaled = (value: number) => (value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116);
  const [x, y, z] = times(SRGB_TO_XYZ, light).map((value, at) => scaled(value / DAYLIGHT[at]!)) as unknown as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The contrast of WCAG 2. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [one, other].map((hex) => times(SRGB_TO_XYZ, linear(hex))[1]).sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

/** CIEDE2000: about 2 is the least that is noticed, 10 and more is another colour. */
export function difference(one: string, other: string, vision: Vision): number {
  const [l1, a1, b1] = lab(seen(one, vision));
  const [l2, a2, b2] = lab(seen(other, vision));
  const chroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const stretch = 1.5 - 0.5 * Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const hue = (a: number, b: number) => (degrees(Math.atan2(b, a * stretch)) + 360) % 360;
  const [h1, h2] = [hue(a1, b1), hue(a2, b2)];
  const grey = c1 * c2 === 0;
  const turn = grey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const dl = l2 - l1;
  const dc = c2 - c1;
  const dh = 2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn) / 2);
  const l = (l1 + l2) / 2 - 50;
  const c = (c1 + c2) / 2;
  const h = grey ? h1 + h2 : (h1 + turn / 2 + 360) % 360;
  const t =
    1 -
    0.17 * Math.cos(radians(h - 30)) +
    0.24 * Math.cos(radians(2 * h)) +
    0.32 * Math.cos(radians(3 * h + 6)) -
    0.2 * Math.cos(radians(4 * h - 63));
  const lightness = dl / (1 + (0.015 * l * l) / Math.sqrt(20 + l * l));
  const chromatic = dc / (1 + 0.045 * c);
  const hued = dh / (1 + 0.015 * c * t);
  const rotation =
    -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(radians(60 * Math.exp(-(((h - 275) / 25) ** 2))));
  return Math.sqrt(lightness ** 2 + chromatic ** 2 + hued ** 2 + rotation * chromatic * hued);
}

const radians = (angle: number) => (angle * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;
