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

interface FileNameParts {
  /** The image's name without extension. */
  readonly baseName: string;
  /** Distinguishes images with the same name; 0, the default, for the first of them. */
  readonly suffixNumber?: number;
  /** Its `*` is replaced by the name. A pattern without `*` is used as it is. An extension in it is ignored. */
  readonly pattern: string;
  readonly extension: string;
}

/** Returns the file name of a variant. */
export function toFileName({
  baseName,
  suffixNumber = 0,
  pattern,
  extension,
}: FileNameParts): string {
  const numbered = (name: string): string =>
    suffixNumber === 0 ? name : `${name}-${suffixNumber}`;
  const stem = stripImageExtension(pattern);
  // A replacer function, because a $ in a replacement text would have a special meaning.
  const name = stem.includes('*') ? stem.replace('*', () => numbered(baseName)) : numbered(stem);
  return `${name}.${extension}`;
}
