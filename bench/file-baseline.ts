/**
 * The baseline of uploads and static files: Express with multer's disk storage, and express.static. Uploads are synced
 * to disk before they are answered, like the service's. It has no authentication, validation or log. Runs as a separate
 * process: `node file-baseline.js SETTINGS`, a JSON file.
 */
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import express from 'express';
import multer, { diskStorage } from 'multer';

export interface FileBaselineSettings {
  readonly port: number;
  /** Folder of uploads. */
  readonly uploads: string;
  /** Folder of the served files. */
  readonly files: string;
}

const { port, uploads, files } = JSON.parse(
  readFileSync(process.argv[2]!, 'utf8'),
) as FileBaselineSettings;

/** Makes a file, or the names in a folder, survive a power failure. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync();
  await handle.close();
}

const storage = diskStorage({
  destination: uploads,
  filename: (_request, { originalname }, done) => {
    done(null, originalname);
  },
});
const app = express();
app.disable('x-powered-by');
app.get('/health/live', (_request, response) => response.json({ status: 'ok' }));
app.use('/static', express.static(files));
app.post('/v1/fileManager/upload', multer({ storage }).array('file'), async (request, response) => {
  for (const { path } of request.files as Express.Multer.File[]) {
    await sync(path);
    await sync(dirname(path));
  }
  response.status(201).json({ response: 'ok' });
});
app.listen(port, '127.0.0.1');
