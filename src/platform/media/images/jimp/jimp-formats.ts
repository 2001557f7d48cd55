import { defaultFormats } from 'jimp';

/** What jimp has a picture in. */
export interface JimpBitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

interface JimpFormat {
  readonly mime: string;
  encode(bitmap: JimpBitmap, options?: object): Buffer | Promise<Buffer>;
  decode(bytes: Buffer, options?: object): JimpBitmap | Promise<JimpBitmap>;
}

/**
 * jimp's reader and writer of one format. `Jimp.read` is not used: it judges types anew, refuses animated PNGs
 * and passes no options on, so that the readers' own memory limits could not be set.
 */
export function jimpFormat(type: 'jpeg' | 'png' | 'gif'): JimpFormat {
  const formats = defaultFormats.map((make) => make() as unknown as JimpFormat);
  const format = formats.find(({ mime }) => mime === `image/${type}`);
  if (!format) throw new Error(`jimp has no format ${type}`);
  return format;
}
