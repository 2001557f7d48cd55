import { chmodSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { writePrebuiltBody, findPrebuiltBody } from './prebuilt-body';

describe('a prepared body', () => {
  let folder: string;
  let umask: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'prepared-'));
    umask = process.umask(0o077);
  });

  afterEach(() => {
    process.umask(umask);
    rmSync(folder, { recursive: true });
  });

  it('is read in the requested coding', async () => {
    await writePrebuiltBody('a.json', '{"é":1}', folder);
    const body = findPrebuiltBody('a.json', folder);
    expect((await body?.identity())?.toString()).toBe('{"é":1}');
    expect(brotliDecompressSync((await body?.br()) ?? '').toString()).toBe('{"é":1}');
    expect(gunzipSync((await body?.gzip()) ?? '').toString()).toBe('{"é":1}');
  });

  it('is readable for other users, like the code', async () => {
    await writePrebuiltBody('a.json', '{}', folder);
    for (const name of ['a.json', 'a.json.br', 'a.json.gz'])
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o644);
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  });

  it('is not used if it is missing or older than the code', async () => {
    expect(findPrebuiltBody('a.json', folder)).toBeUndefined();
    await writePrebuiltBody('a.json', '{}', folder);
    const before = new Date(statSync(join(__dirname, 'prebuilt-body.ts')).mtimeMs - 1000);
    utimesSync(join(folder, 'a.json'), before, before);
    expect(findPrebuiltBody('a.json', folder)).toBeUndefined();
  });

  // The root user may read every file.
  (process.getuid?.() === 0 ? it.skip : it)('is undefined if it can’t be read', () => {
    writeFileSync(join(folder, 'a.json'), '{}');
    chmodSync(join(folder, 'a.json'), 0);
    expect(findPrebuiltBody('a.json', folder)).toBeUndefined();
  });
});
