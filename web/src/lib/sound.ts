/** Small sounds, made by the browser itself; off at first, and never the only sign. */
import { myTurn } from "./position";
import type { Shown } from "./stage.svelte";

export type Sound = "talk" | "card" | "sweep" | "broken" | "queen" | "moon-rises" | "moon-falls" | "turn";

/** What is to be heard of these steps; of a jump over many, what came last. */
export function sounds(shown: Shown[]): Sound[] {
  const { before, beat } = shown.at(-1)!;
  const { view } = beat;
  if (!before) return [];
  const row = view.rows.at(-1);
  const sheet = view.rows.length > before.rows.length && row?.shooter != null;
  return [
    ...(beat.kind === "card" ? (["card"] as const) : []),
    ...(beat.kind === "sweep" ? (["sweep"] as const) : []),
    ...(!before.heartsBroken && view.heartsBroken ? (["broken"] as const) : []),
    ...(!before.queenPlayed && view.queenPlayed ? (["queen"] as const) : []),
    ...(sheet ? [row.moon === "subtract" ? ("moon-falls" as const) : ("moon-rises" as const)] : []),
    ...(myTurn(view) && view.legal.length && !before.legal.length ? (["turn"] as const) : []),
  ];
}

interface Tone {
  /** Hertz; 0 is noise. */
  pitch: number;
  /** Seconds from now. */
  at: number;
  lasts: number;
  loud: number;
}

const bell = (pitch: number, at: number): Tone => ({ pitch, at, lasts: 0.6, loud: 0.12 });

const SCORES: Record<Sound, Tone[]> = {
  card: [{ pitch: 0, at: 0, lasts: 0.04, loud: 0.18 }],
  sweep: [{ pitch: 0, at: 0, lasts: 0.22, loud: 0.06 }],
  broken: [
    { pitch: 150, at: 0, lasts: 0.09, loud: 0.25 },
    { pitch: 130, at: 0.12, lasts: 0.09, loud: 0.25 },
  ],
  queen: [{ pitch: 82, at: 0, lasts: 0.7, loud: 0.25 }],
  "moon-rises": [bell(523, 0), bell(659, 0.18), bell(784, 0.36)],
  "moon-falls": [bell(784, 0), bell(659, 0.18), bell(523, 0.36)],
  talk: [{ pitch: 880, at: 0, lasts: 0.08, loud: 0.06 }],
  turn: [{ pitch: 1200, at: 0, lasts: 0.03, loud: 0.08 }],
};

export class Player {
  #audio: AudioContext | undefined;

  play(names: Sound[]): void {
    if (!names.length) return;
    this.#audio ??= new AudioContext();
    for (const tone of names.flatMap((name) => SCORES[name])) this.#sound(this.#audio, tone);
  }

  #sound(audio: AudioContext, { pitch, at, lasts, loud }: Tone): void {
    const start = audio.currentTime + at;
    const gain = audio.createGain();
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + lasts);
    gain.connect(audio.destination);
    const source = pitch ? this.#string(audio, pitch) : this.#paper(audio, lasts);
    source.connect(gain);
    source.start(start);
    source.stop(start + lasts);
  }

  #string(audio: AudioContext, pitch: number): OscillatorNode {
    const string = audio.createOscillator();
    string.type = "triangle";
    string.frequency.value = pitch;
    return string;
  }

  #paper(audio: AudioContext, lasts: number): AudioBufferSourceNode {
    const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * lasts), audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
    const paper = audio.createBufferSource();
    paper.buffer = buffer;
    return paper;
  }
}
