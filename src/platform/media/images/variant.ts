import type { ImageHeader, ImageType } from './headers/image-header';
import type { ResizeTarget } from './target-size';

/** A picture that is made of an image. */
export interface Variant {
  /** Absent: the picture keeps its size. */
  readonly target?: ResizeTarget;
  /** Left and right change places. */
  readonly flipHorizontally: boolean;
  /** Top and bottom change places. */
  readonly flipVertically: boolean;
  /** 1 to 100, of a JPEG; a PNG loses nothing. */
  readonly quality: number;
}

/** An image whose header has been judged (judge-image.ts). */
export interface ValidatedImage {
  readonly bytes: Buffer;
  readonly header: ImageHeader;
}

/**
 * Takes a variant in as it comes, before the next one does: nobody has to hold two of them, or all of one.
 * @param index of the variant; they come in any order
 */
export type HandleVariant = (index: number, content: AsyncIterable<Buffer>) => Promise<void>;

/** The type of a variant. */
export type OutputType = 'jpeg' | 'png';

/** A JPEG stays one; all others become PNG, which keeps their transparency. */
export function toOutputType(type: ImageType): OutputType {
  return type === 'jpeg' ? 'jpeg' : 'png';
}
