import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { asBuffer } from './as-buffer';
import { isOpaque, withoutAlpha } from './decoders/pixels';
import type { ImageHeader } from './headers/image-header';
import { Unreadable } from './headers/unreadable';
import type { OutputType, Variant } from './image-codec';
import { decodePicture } from './jimp/decode-picture';
import { makeVariants } from './jimp/make-variants';
import { lowerPriority } from './thread-priority';

/** What the worker is given; buffers arrive as plain arrays of bytes. */
export interface PictureTask {
  readonly bytes: Uint8Array;
  readonly header: ImageHeader;
}

export interface VariantsTask extends PictureTask {
  readonly variants: readonly Variant[];
  readonly output: OutputType;
}

/** Why a picture could not be decoded. */
export interface Refused {
  readonly reason: string;
}

// The libraries tell the console what they think of a file; the service's output is its log.
globalThis.console = new Console(
  new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  }),
);

lowerPriority();

/** The bytes of each variant of a picture. */
export async function variants(task: VariantsTask): Promise<unknown> {
  return refusing(async () => {
    const picture = await decodePicture(asBuffer(task.bytes), task.header);
    const { orientation } = task.header;
    const images = await makeVariants(picture, orientation, task.variants, task.output);
    const owned = images.map((image) => new Uint8Array(image));
    return move({
      [transferableSymbol]: owned.map(({ buffer }) => buffer),
      [valueSymbol]: owned,
    });
  });
}

/** The pixels of a picture: red, green and blue of each, and alpha unless all are opaque. */
export async function pixels({ bytes, header }: PictureTask): Promise<unknown> {
  return refusing(async () => {
    const picture = await decodePicture(asBuffer(bytes), header);
    return move(isOpaque(picture) ? withoutAlpha(picture) : picture.data);
  });
}

async function refusing<T>(work: () => Promise<T>): Promise<T | Refused> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unreadable) return { reason: error.message };
    throw error;
  }
}
