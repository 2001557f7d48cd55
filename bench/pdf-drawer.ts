/** A worker thread of the PDFs' baseline: draws what was recorded of the service, and nothing else. */
import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { move, workerData } from 'piscina';
import { type Drawing, fontFile } from './pdf-calls';

type Methods = Record<string, (...parameters: unknown[]) => unknown>;

/** As the service has it: A4 in points. */
const SIZE: [number, number] = [595.28, 841.89];

const { calls, folder, fonts } = workerData as Drawing;
const files = fonts.map((name) => ({ name, data: readFileSync(fontFile(folder, name)) }));

/** @returns the bytes of the PDF, handed over to the caller's thread */
export async function draw() {
  const options = { size: SIZE, margin: 0, autoFirstPage: false, font: '' };
  const document = new PDFDocument(options);
  const chunks: Uint8Array[] = [];
  const isDone = new Promise((resolve) => document.on('end', resolve));
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  for (const { name, data } of files) document.registerFont(name, data);
  const methods = document as unknown as Methods;
  for (const [method, ...parameters] of calls) methods[method]!(...parameters);
  document.end();
  await isDone;
  // In memory of its own: a part of a shared buffer can't be handed over.
  return move(new Uint8Array(Buffer.concat(chunks)));
}
