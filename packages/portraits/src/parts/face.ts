// Draws a whole face, for bodies that consist mainly of a face.
import type { Colour } from "../kit/colour.ts";
import type { Subject } from "../subject/subject.ts";
import { drawEyes, type EyeStyle } from "./eyes.ts";
import { drawCheeks, drawMouth, type MouthStyle } from "./mouth.ts";

export interface FaceStyle {
  readonly x: number;
  readonly y: number;
  /** Half the face's width. Other sizes are fractions of it. */
  readonly r: number;
  readonly face: Colour;
  readonly eyeSize?: number;
  readonly apart?: number;
  readonly mouthY?: number;
  readonly mouth?: number;
  readonly rest?: MouthStyle["rest"];
  readonly line?: Colour | string;
  readonly pupil?: NonNullable<EyeStyle["pupil"]>;
  readonly heavy?: number;
}

export function drawFace(subject: Subject, style: FaceStyle): string {
  const { x, y, r } = style;
  return (
    drawCheeks(subject, [x, y + r * 0.28], r * 0.68, r * 0.14) +
    drawMouth(subject, {
      x,
      y: y + r * (style.mouthY ?? 0.3),
      w: r * (style.mouth ?? 0.26),
      rest: style.rest ?? "smile",
      ...(style.line === undefined ? {} : { line: style.line }),
    }) +
    drawEyes(subject, {
      x,
      y,
      apart: r * (style.apart ?? 0.42),
      size: r * (style.eyeSize ?? 0.22),
      face: style.face,
      ...(style.pupil === undefined ? {} : { pupil: style.pupil }),
      ...(style.heavy === undefined ? {} : { heavy: style.heavy }),
    })
  );
}
