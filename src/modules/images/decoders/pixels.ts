/** A decoded picture: four bytes a pixel (red, green, blue, alpha), row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A picture of no colour and no opacity. */
export function blank(width: number, height: number): Pixels {
  return { width, height, data: new Uint8Array(width * height * 4) };
}

/** Whether no pixel lets anything through. */
export function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

/** Red, green and blue of each pixel, in the memory of the picture, which is none any more. */
export function withoutAlpha({ data }: Pixels): Uint8Array {
  const colours = data.subarray(0, (data.length / 4) * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    colours[to] = data[from] ?? 0;
    colours[to + 1] = data[from + 1] ?? 0;
    colours[to + 2] = data[from + 2] ?? 0;
  }
  return colours;
}
