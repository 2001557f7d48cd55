import { move } from 'piscina';
import type { PdfModel } from './pdf-model';
import { renderPdf } from './render/pdf-renderer';

/** Runs in a worker thread; the bytes are handed over, not copied. */
export async function draw(model: PdfModel) {
  return move(await renderPdf(model));
}
