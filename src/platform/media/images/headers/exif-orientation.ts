import type { Orientation } from './image-header';
import { readTiffDirectory } from './tiff-directory';
import { UnreadableImage } from './unreadable-image';

const ORIENTATION_TAG = 274;

/**
 * The orientation that EXIF data names in their first directory; 1 when they name none or are damaged.
 * @param exif a TIFF structure, as it stands in a JPEG's APP1 segment or a PNG's eXIf chunk
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

/** A tag's value as an orientation; 1 when it is none. */
export function toOrientation(value: number | undefined): Orientation {
  return value !== undefined && value >= 1 && value <= 8 ? (value as Orientation) : 1;
}
