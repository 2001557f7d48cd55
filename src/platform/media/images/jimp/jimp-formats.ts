import { defaultFormats } from 'jimp';
import type { ImageOutputType } from '../variant';

/** A picture as jimp represents it. */
export interface JimpBitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
  /** EXIF data of a JPEG, behind the last byte of the segment's name. */
  readonly exifBuffer?: Uint8Array;
}

interface JimpFormat {
  readonly mime: string;
  encode(bitmap: JimpBitmap, options?: object): Buffer | Promise<Buffer>;
  decode(bytes: Buffer, options?: object): JimpBitmap | Promise<JimpBitmap>;
}

/**
 * Returns jimp's decoder and encoder of one format. `Jimp.read` is not used, because it detects types again, rejects
 * animated PNGs, and can't pass on options such as memory limits.
 */
export function getJimpFormat(type: ImageOutputType): JimpFormat {
  const formats = defaultFormats.map((createFormat) => createFormat() as unknown as JimpFormat);
  const format = formats.find(({ mime }) => mime === `image/${type}`);
  if (!format) throw new Error(`jimp has no format ${type}`);
  return format;
}
