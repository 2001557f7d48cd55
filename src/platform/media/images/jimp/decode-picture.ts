import { decodeBmp } from '../decoders/bmp-decoder';
import type { Pixels } from '../decoders/pixels';
import { decodeTiff } from '../decoders/tiff-decoder';
import { cutToFirstPicture } from '../headers/cut-to-first-picture';
import type { ImageHeader } from '../headers/image-header';
import { UnreadableImage } from '../headers/unreadable-image';
import { jimpFormat } from './jimp-formats';
import { requireCompletePng } from './png-data';

/**
 * Memory limit of jimp's JPEG decoder, which needs about 20 bytes per pixel. Its default of 512 MiB would allow only 20
 * megapixels.
 */
const JPEG_MEMORY_MIB = 2048;

/**
 * Decodes a picture in JavaScript, after validation of its header. Decoders only get the bytes of the first picture and
 * can't allocate more memory than its size requires.
 * @throws UnreadableImage
 */
export async function decodePicture(bytes: Buffer, header: ImageHeader): Promise<Pixels> {
  const { type, width, height, bmp, tiff } = header;
  const first = cutToFirstPicture(bytes, header);
  if (type === 'bmp' && bmp) return decodeBmp({ bytes: first, width, height, layout: bmp });
  if (type === 'tiff' && tiff) return decodeTiff({ bytes: first, width, height, layout: tiff });
  if (type === 'png') await requireCompletePng(first, header);
  const { data, ...size } = await decodeWithJimp(first, header);
  if (size.width !== width || size.height !== height)
    throw new UnreadableImage('it has two different sizes');
  // Only these fields: jimp would otherwise pass on EXIF data and comments to the variants.
  return { width, height, data };
}

async function decodeWithJimp(bytes: Buffer, { type, isRgb }: ImageHeader): Promise<Pixels> {
  const colours = isRgb ? { colorTransform: false } : {};
  const options = type === 'jpeg' ? { maxMemoryUsageInMB: JPEG_MEMORY_MIB, ...colours } : {};
  try {
    return await jimpFormat(type).decode(bytes, options);
  } catch {
    throw new UnreadableImage('its data is damaged');
  }
}
