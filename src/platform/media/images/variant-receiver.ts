import { PassThrough } from 'node:stream';
import type { VariantPart } from './codec-task';
import type { HandleVariant } from './variant';

/** Turns the pieces of variants, which come one variant after the other, into streams. */
export class VariantReceiver {
  private current?: { readonly stream: PassThrough; readonly taken: Promise<void> };

  constructor(private readonly handleVariant: HandleVariant) {}

  /** Resolves when there is room for the next piece; of the last one, when the variant has been taken. */
  async receive({ index, piece, isLast }: VariantPart): Promise<void> {
    const { stream, taken } = (this.current ??= this.begin(index));
    const written = new Promise<void>((resolve) => stream.write(piece, () => resolve()));
    // Whoever takes it may fail, and read no more.
    await Promise.race([written, taken]);
    if (!isLast) return;
    stream.end();
    await taken;
    delete this.current;
  }

  /** Ends a variant that will not be whole. */
  async fail(error: Error): Promise<void> {
    this.current?.stream.destroy(error);
    await this.current?.taken.catch(() => undefined);
  }

  private begin(index: number): { stream: PassThrough; taken: Promise<void> } {
    const stream = new PassThrough();
    // The reader gets the error.
    stream.on('error', () => undefined);
    const taken = this.handleVariant(index, stream);
    taken.catch(() => undefined);
    return { stream, taken };
  }
}
