/**
 * What the service's PDFs are held against: Express and as many worker threads as there, which make the calls
 * of pdfkit that the service made for one invoice. It reads no database, makes no texts, measures nothing.
 * Run as a process of its own: `node pdf-baseline.js SETTINGS`, a JSON file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express from 'express';
import { Piscina } from 'piscina';
import type { Drawing } from './pdf-calls';

export interface PdfBaselineSettings extends Drawing {
  readonly port: number;
}

/** As many as the service has. */
const THREADS = 2;

const { port, ...drawing } = JSON.parse(
  readFileSync(process.argv[2]!, 'utf8'),
) as PdfBaselineSettings;
const pool = new Piscina<undefined, Uint8Array>({
  ...{ filename: join(__dirname, 'pdf-drawer.js'), name: 'draw', workerData: drawing },
  ...{ minThreads: THREADS, maxThreads: THREADS },
});
const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.get('/health/live', (_request, response) => void response.json({ status: 'ok' }));
app.get('/v1/invoices/:id/document/pdf', async (_request, response) => {
  const { buffer, byteOffset, byteLength } = await pool.run(undefined);
  const content = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  response.type('json').send(JSON.stringify({ content }));
});
app.listen(port, '127.0.0.1');
