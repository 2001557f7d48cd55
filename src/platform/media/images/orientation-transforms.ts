import type { Orientation } from './headers/image-header';
import type { PictureSize } from './target-size';

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

/** Converts the size of a stored picture to the upright one, or vice versa. */
export function toUprightSize(
  { width, height }: PictureSize,
  orientation: Orientation,
): PictureSize {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}
