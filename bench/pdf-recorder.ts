/**
 * Loaded into the service (`node --require`), and so into its worker threads, for the bench to learn what it
 * draws: every call of pdfkit that draws something becomes a line of the file BENCH_RECORD, and each font a
 * file beside it.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import PDFDocument from 'pdfkit';
import { type DrawingCall, drawingMethods, fontFile } from './pdf-calls';

type Methods = Record<string, (this: object, ...parameters: unknown[]) => unknown>;

const file = String(process.env['BENCH_RECORD']);
/** pdfkit calls itself: only the calls from outside count. */
let depth = 0;

function patch(name: string, note: (parameters: unknown[]) => void): void {
  const methods = PDFDocument.prototype as unknown as Methods;
  const original = methods[name]!;
  methods[name] = function (this: object, ...parameters) {
    if (depth++ === 0) note(parameters);
    try {
      return original.apply(this, parameters);
    } finally {
      depth--;
    }
  };
}

if (!isMainThread) {
  for (const name of drawingMethods) {
    patch(name, (parameters) => {
      const call: DrawingCall = [name, ...parameters];
      appendFileSync(file, `${JSON.stringify(call)}\n`);
    });
  }
  patch('registerFont', ([name, data]) => {
    writeFileSync(fontFile(dirname(file), String(name)), data as Buffer);
  });
}
