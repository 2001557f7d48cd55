import { PassThrough } from 'node:stream';
import type { VariantPart } from './codec-task';
import type { VariantHandler } from './variant';

/** Converts the parts of variants, which arrive one variant after the other, to streams. */
export class VariantReceiver {
  private currentVariant?: { readonly stream: PassThrough; readonly handling: Promise<void> };

  constructor(private readonly handleVariant: VariantHandler) {}

  /** Resolves when the next part can be sent; for the last part, when the variant was handled. */
  async receivePart({ index, piece, isLast }: VariantPart): Promise<void> {
    const { stream, handling } = (this.currentVariant ??= this.startStream(index));
    const written = new Promise<void>((resolve) => stream.write(piece, () => resolve()));
    // The handler may fail and stop reading.
    await Promise.race([written, handling]);
    if (!isLast) return;
    stream.end();
    await handling;
    delete this.currentVariant;
  }

  /** Aborts an incomplete variant. */
  async abort(error: Error): Promise<void> {
    this.currentVariant?.stream.destroy(error);
    await this.currentVariant?.handling.catch(() => undefined);
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
