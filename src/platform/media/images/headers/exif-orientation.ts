import type { Orientation } from './image-header';
import { readTiffDirectory } from './tiff-directory';
import { UnreadableImage } from './unreadable-image';

const ORIENTATION_TAG = 274;

/**
 * Returns the orientation in the first directory of EXIF data; 1 if it is missing or the data is damaged.
 * @param exif a TIFF structure, as in a JPEG's APP1 segment or a PNG's eXIf chunk
 */
export function readExifOrientation(exif: Buffer): Orientation {
  try {
    return toOrientation(
      readTiffDirectory(exif, new Map([[ORIENTATION_TAG, 1]])).get(ORIENTATION_TAG)?.[0],
    );
  } catch (error) {
    if (error instanceof UnreadableImage) return 1;
    throw error;
  }
}

/** Converts a tag's value to an orientation; 1 if it is invalid. */
export function toOrientation(value: number | undefined): Orientation {
  return value !== undefined && value >= 1 && value <= 8 ? (value as Orientation) : 1;
}
