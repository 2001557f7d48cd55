import { PassThrough } from 'node:stream';
import type { VariantPart } from './codec-task';
import type { HandleVariant } from './variant';

/** Converts the parts of variants, which arrive one variant after the other, to streams. */
export class VariantReceiver {
  private current?: { readonly stream: PassThrough; readonly handling: Promise<void> };

  constructor(private readonly handleVariant: HandleVariant) {}

  /** Resolves when the next part can be sent; for the last part, when the variant was handled. */
  async receive({ index, piece, isLast }: VariantPart): Promise<void> {
    const { stream, handling } = (this.current ??= this.startStream(index));
    const written = new Promise<void>((resolve) => stream.write(piece, () => resolve()));
    // The handler may fail and stop reading.
    await Promise.race([written, handling]);
    if (!isLast) return;
    stream.end();
    await handling;
    delete this.current;
  }

  /** Aborts an incomplete variant. */
  async fail(error: Error): Promise<void> {
    this.current?.stream.destroy(error);
    await this.current?.handling.catch(() => undefined);
  }

  private startStream(index: number): { stream: PassThrough; handling: Promise<void> } {
    const stream = new PassThrough();
    // The reader gets the error.
    stream.on('error', () => undefined);
    const handling = this.handleVariant(index, stream);
    handling.catch(() => undefined);
    return { stream, handling };
  }
}
