import type { PictureSize, ResizeTarget } from './picture';

/** The type of an image, by its content. */
export type ImageType = 'jpeg' | 'png' | 'gif' | 'bmp' | 'tiff';

/** The header of an image, read without decoding it: its size as stored, before the orientation is applied. */
export interface ImageHeader extends PictureSize {
  readonly type: ImageType;
}

/** A picture that is made from an image. */
export interface ImageVariant {
  /** If absent, the picture keeps its size. */
  readonly resizeTarget?: ResizeTarget;
  /** Whether to swap left and right. */
  readonly flipHorizontally: boolean;
  /** Whether to swap top and bottom. */
  readonly flipVertically: boolean;
  /** Quality of a JPEG, 1 to 100; PNG is lossless. */
  readonly quality: number;
}

/** An image whose header was validated (validate-image.ts). */
export interface ValidatedImage {
  readonly bytes: Buffer;
  readonly header: ImageHeader;
}

/**
 * Handles a variant as it arrives, before the next one. So the service never holds two variants, or a whole one.
 * @param index index of the variant; variants arrive in any order
 */
export type VariantHandler = (index: number, content: AsyncIterable<Buffer>) => Promise<void>;

/** The type of a variant. */
export type ImageOutputType = 'jpeg' | 'png';

/** JPEG stays JPEG. All other types become PNG, which keeps transparency. */
export function toOutputType(type: ImageType): ImageOutputType {
  return type === 'jpeg' ? 'jpeg' : 'png';
}
