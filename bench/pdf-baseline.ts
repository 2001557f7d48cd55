/**
 * The baseline of the service's PDFs: Express and two worker threads. They render the same sample invoice of four
 * rows again and again with the service's templates. The baseline reads no database, creates no texts and measures
 * nothing. It runs as a separate process: `node pdf-baseline.js SETTINGS`, a JSON file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express from 'express';
import { Piscina } from 'piscina';

export interface PdfBaselineSettings {
  readonly port: number;
  /** Folder of the built service. */
  readonly dist: string;
}

/** Number of threads, equal to the service's number of processes. */
const THREADS = 2;

const { port, dist } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as PdfBaselineSettings;
const pool = new Piscina<undefined, Uint8Array>({
  ...{ filename: join(__dirname, 'pdf-drawer.js'), name: 'draw', workerData: dist },
  ...{ minThreads: THREADS, maxThreads: THREADS },
});
const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.get('/health/live', (_request, response) => void response.json({ status: 'ok' }));
app.get('/v1/orders/:id/document/pdf', async (_request, response) => {
  const bytes = await pool.run(undefined);
  response.type('json').send(JSON.stringify({ content: Buffer.from(bytes).toString('base64') }));
});
app.listen(port, '127.0.0.1');
