/** A text as a QR code, drawn as one path of squares. */
import { correction, generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";

export interface QrCode {
  /** Squares on a side. */
  size: number;
  path: string;
}

export function qrCode(text: string): QrCode {
  const code = generate(text, { minCorrectionLevel: correction.M });
  return { size: code.size, path: toSvgPath(code) };
}
