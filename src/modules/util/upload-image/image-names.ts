import type { ImageHeader } from '../../../platform/media/images';

/** Extensions of images; a name loses the extension that it ends in. */
const EXTENSION_PATTERN =
  /\.(jpe?g|jpe|jfif|pjpeg|a?png|gif|bmp|dib|tiff?|webp|avif|hei[cf]|svg)$/i;

/** Extensions by type of the content. Output files have one of the first two. */
export const extensionByImageType: Readonly<Record<ImageHeader['type'], string>> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  bmp: 'bmp',
  tiff: 'tiff',
};

/** A name without the image extension at its end. */
export function stripImageExtension(name: string): string {
  return name.replace(EXTENSION_PATTERN, '');
}

/**
 * Returns the file name of a variant.
 * @param baseName the image's name without extension
 * @param suffixNumber distinguishes images with the same name; 0 for the first of them
 * @param pattern its `*` is replaced by the name; a pattern without `*` is used as it is; an extension in it is ignored
 */
export function toFileName(
  baseName: string,
  suffixNumber: number,
  pattern: string,
  extension: string,
): string {
  const numbered = (name: string): string =>
    suffixNumber === 0 ? name : `${name}-${suffixNumber}`;
  const stem = stripImageExtension(pattern);
  // A replacer function, because a $ in a replacement text would have a special meaning.
  const name = stem.includes('*') ? stem.replace('*', () => numbered(baseName)) : numbered(stem);
  return `${name}.${extension}`;
}
