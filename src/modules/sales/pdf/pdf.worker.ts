import { move } from 'piscina';
import { lowerPriority } from '../../../threads/thread-priority';
import type { PdfModel } from './pdf-model';
import { renderPdf } from './render/pdf-renderer';
import { ownFontsOf } from './render/scripts/own-fonts';

// Requests that are answered sooner go first.
lowerPriority();

interface Task {
  readonly model: PdfModel;
  /** Paths of the store's own fonts. */
  readonly fonts: readonly string[];
}

/** Runs in a worker thread; the bytes are handed over, not copied. */
export async function draw({ model, fonts }: Task) {
  return move(await renderPdf(model, await ownFontsOf(fonts)));
}
