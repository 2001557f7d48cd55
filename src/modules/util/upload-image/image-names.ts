import type { ImageHeader } from '../../../platform/media/images';

/** Extensions of images; a name loses the one that it ends in. */
const EXTENSION_PATTERN =
  /\.(jpe?g|jpe|jfif|pjpeg|a?png|gif|bmp|dib|tiff?|webp|avif|hei[cf]|svg)$/i;

/** What an image is called by its content; what comes out has one of the first two. */
export const extensionByImageType: Readonly<Record<ImageHeader['type'], string>> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  bmp: 'bmp',
  tiff: 'tiff',
};

/** A name without the extension of an image that it may end in. */
export function withoutExtension(name: string): string {
  return name.replace(EXTENSION_PATTERN, '');
}

/**
 * Name of a variant's file.
 * @param base the image's name, without extension
 * @param number tells images of one name apart; 0 for the first of them
 * @param pattern its `*` stands for the name, without one it is the name itself; an extension in it counts as none
 */
export function toFileName(
  base: string,
  number: number,
  pattern: string,
  extension: string,
): string {
  const numbered = (name: string): string => (number === 0 ? name : `${name}-${number}`);
  const stem = withoutExtension(pattern);
  // Not as a replacement text: a $ in a name is just a $.
  const name = stem.includes('*') ? stem.replace('*', () => numbered(base)) : numbered(stem);
  return `${name}.${extension}`;
}
