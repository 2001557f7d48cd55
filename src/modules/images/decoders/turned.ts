import type { Orientation } from '../headers/image-header';
import { type Pixels, blank } from './pixels';

/** Where a turned picture's pixels come from: the first one's index, and the steps across and down. */
interface Walk {
  readonly start: number;
  readonly across: number;
  readonly down: number;
}

/**
 * A picture turned as an orientation says (EXIF 2.32, tag 274).
 * @returns the picture itself for orientation 1
 */
export function turned(picture: Pixels, orientation: Orientation): Pixels {
  if (orientation === 1) return picture;
  const isOnSide = swapsSides(orientation);
  const result = isOnSide
    ? blank(picture.height, picture.width)
    : blank(picture.width, picture.height);
  const { start, across, down } = walkOf(picture, orientation);
  const from = new Uint32Array(
    picture.data.buffer,
    picture.data.byteOffset,
    picture.data.length / 4,
  );
  const to = new Uint32Array(result.data.buffer);
  for (let y = 0, at = 0; y < result.height; y++) {
    let source = start + y * down;
    for (let x = 0; x < result.width; x++, at++, source += across) to[at] = from[source] ?? 0;
  }
  return result;
}

/** Whether an orientation makes the width of a picture its height. */
export function swapsSides(orientation: Orientation): boolean {
  return orientation >= 5;
}

function walkOf({ width, height }: Pixels, orientation: Orientation): Walk {
  const right = width - 1;
  const bottom = (height - 1) * width;
  switch (orientation) {
    case 2:
      return { start: right, across: -1, down: width };
    case 3:
      return { start: bottom + right, across: -1, down: -width };
    case 4:
      return { start: bottom, across: 1, down: -width };
    case 5:
      return { start: 0, across: width, down: 1 };
    case 6:
      return { start: bottom, across: -width, down: 1 };
    case 7:
      return { start: bottom + right, across: -width, down: -1 };
    case 8:
      return { start: right, across: width, down: -1 };
    default:
      return { start: 0, across: 1, down: width };
  }
}
