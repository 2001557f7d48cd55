import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Configuration } from '../../../../src/config/configuration';
import { listPathsOpenToOthers } from '../../../../src/bootstrap/file-permissions';
import { BuiltService, buildService } from '../../../support/servers/built-process';

const KEY = `osk_${'k'.repeat(43)}`;

// The files are SQLite's and those of the local store.
describe('files that the service makes', () => {
  let folder: string;

  beforeAll(() => buildService());

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'private-files-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const databaseUrl = () => `sqlite:${folder}/data/store.sqlite`;
  const filesUrl = () => `file:${folder}/files`;

  /** Starts the service in the folder, uploads a file, and returns the output. */
  async function use(environment: Readonly<Record<string, string>> = {}): Promise<string> {
    const service = BuiltService.spawn({
      DATABASE_URL: databaseUrl(),
      FILES_URL: filesUrl(),
      BOOTSTRAP_API_KEY: KEY,
      LOG_LEVEL: 'warn',
      ...environment,
    });
    await service.listening();
    const form = new FormData();
    form.set('path', '/');
    form.set('file', new Blob(['text']), 'a.txt');
    const { status } = await fetch(`${service.url}/v1/fileManager/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}` },
      body: form,
    });
    expect(status).toBe(201);
    return (await service.stop()).stdout;
  }

  function modes(): Record<string, string> {
    const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return Object.fromEntries(
      entries.map((path) => [path, (statSync(join(folder, path)).mode & 0o777).toString(8)]),
    );
  }

  function expectModes(file: string, inside: string): void {
    const found = modes();
    expect(found).toMatchObject({
      'data/store.sqlite': file,
      'files/a.txt': file,
      data: inside,
      files: inside,
    });
    for (const one of Object.values(found)) expect(one.endsWith('0')).toBe(true);
  }

  it('have the mode that is set', async () => {
    await use({ FILE_MODE: '0640' });
    expectModes('640', '750');
  });

  it('are private by default; older ones that others can read are reported', async () => {
    expect(await use()).not.toContain('is open to every user');
    expectModes('600', '700');
    chmodSync(join(folder, 'data/store.sqlite'), 0o644);
    chmodSync(join(folder, 'files'), 0o755);
    const output = await use();
    expect(output).toContain('/data/store.sqlite is open to every user of this machine');
    expect(output).toContain('/files is open to every user of this machine');
    const settings = { DATABASE_URL: databaseUrl(), FILES_URL: filesUrl(), FILE_MODE: '0644' };
    expect(listPathsOpenToOthers(Configuration.from(settings))).toEqual([]);
  });
});
