/** Size in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A decoded picture: four bytes per pixel (red, green, blue, alpha), row by row from the top. */
export interface Pixels extends PictureSize {
  readonly data: Uint8Array;
}

/** Whether no pixel is transparent. */
export function isOpaque({ data }: Pixels): boolean {
  for (let offset = 3; offset < data.length; offset += 4) if (data[offset] !== 255) return false;
  return true;
}

/** The transformation that makes a picture upright: the values of EXIF tag 274. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The transformations of each orientation: whether left and right are swapped first, then degrees clockwise. */
export const orientationTransforms: Readonly<
  Record<Orientation, readonly [isMirrored: boolean, degrees: number]>
> = {
  1: [false, 0],
  2: [true, 0],
  3: [false, 180],
  4: [true, 180],
  5: [true, 270],
  6: [false, 90],
  7: [true, 90],
  8: [false, 270],
};

/** Converts a tag's value to an orientation; 1 if it is missing or invalid. */
export function toOrientation(value: unknown): Orientation {
  return Object.hasOwn(orientationTransforms, value as number) ? (value as Orientation) : 1;
}

/** Converts the size of a stored picture to the upright one, or vice versa. */
export function orientSize({ width, height }: PictureSize, orientation: Orientation): PictureSize {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** The target of resizing: a box, or an exact size, in pixels of at least 1. */
export interface ResizeTarget extends PictureSize {
  readonly kind: 'inside' | 'exact';
}

/**
 * Returns the size of the resized picture. `inside` keeps the proportions and never enlarges; `exact` is the given
 * size. Without a target, the picture keeps its size.
 */
export function getTargetSize(picture: PictureSize, target?: ResizeTarget): PictureSize {
  if (!target) return { width: picture.width, height: picture.height };
  const { kind, width, height } = target;
  if (kind === 'exact') return { width, height };
  const scale = Math.min(1, width / picture.width, height / picture.height);
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
}
