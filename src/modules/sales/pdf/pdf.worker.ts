import { move } from 'piscina';
import { lowerPriority } from '../../../threads/thread-priority';
import { type EDocument, type Syntax, writeXml } from '../invoice-syntax';
import type { PdfModel } from './pdf-model';
import { renderPdf } from './render/pdf-renderer';
import { ownFontsOf } from './render/scripts/own-fonts';

// Requests that are answered sooner go first.
lowerPriority();

/** A file that is made: XML, or a PDF, which may hold the XML. */
export type Making =
  | { readonly eDocument: EDocument; readonly syntax: Syntax }
  | { readonly model: PdfModel; readonly eDocument?: EDocument };

type Task = Making & {
  /** Paths of the store's own fonts. */
  readonly fonts: readonly string[];
};

/** Runs in a worker thread; the bytes are handed over, not copied. */
export async function make(task: Task) {
  if ('syntax' in task)
    return move(new TextEncoder().encode(writeXml(task.eDocument, task.syntax)));
  const { model, eDocument, fonts } = task;
  const invoice = eDocument && writeXml(eDocument, 'cii');
  return move(await renderPdf(model, await ownFontsOf(fonts), invoice));
}
