import { readdirSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { PassThrough, Writable } from 'node:stream';
import { Database, DataAccess } from '../../../src/database';
import { runExportCommand } from '../../../src/platform/data-transfer/exports';
import { FileStore } from '../../../src/platform/media/files';
import { JournalSequencer } from '../../../src/platform/events/journal';
import { temporaryFolder } from '../../support/service/database';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';

const PRODUCTS = 2000;
/** Length of the names: the lines exceed any buffer on the way. */
const LENGTH = 200;

describe('The command export to standard output', () => {
  let service: Service;
  const folder = temporaryFolder();
  const { TMPDIR } = process.env;

  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    process.env['TMPDIR'] = folder;
    service = await Service.start();
    const lines = Array.from({ length: PRODUCTS }, (_, at) => {
      return { type: 'product', pId: `p-${at}`, name: `${at}`.padEnd(LENGTH, '.') };
    });
    expect(await importLines(service, lines)).toMatchObject({ created: PRODUCTS });
  });

  afterAll(async () => {
    await service.stop();
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
    rmSync(folder, { recursive: true });
  });

  const exported = (standardOutput: Writable): Promise<number> => {
    const { app } = service;
    const exporting = {
      ...app.get(DataAccess),
      files: app.get(FileStore),
      sequencer: app.get(JournalSequencer),
    };
    const messages = new PassThrough();
    const types = ['product'];
    return runExportCommand(exporting, {
      outputPath: '-',
      standardOutput,
      types,
      language: 'en',
      messages,
    });
  };

  it('has let go of its snapshot before its reader takes the first line, and leaves no file', async () => {
    const database = service.app.get(Database);
    const runInSnapshot = database.runInSnapshot.bind(database);
    const isOver: boolean[] = [];
    const spy = jest.spyOn(database, 'runInSnapshot').mockImplementation(async (work) => {
      const at = isOver.push(false) - 1;
      const done = await runInSnapshot(work);
      isOver[at] = true;
      return done;
    });
    let text = '';
    const reader = new AbortController();
    const reads = new Promise((resolve) => reader.signal.addEventListener('abort', resolve));
    const begun = new AbortController();
    const output = new Writable({
      write(chunk: Buffer, _, taken) {
        begun.abort();
        text += chunk.toString('utf8');
        void reads.then(() => taken());
      },
    });
    const first = new Promise((resolve) => begun.signal.addEventListener('abort', resolve));
    const ended = exported(output);
    await first;
    expect(isOver).toEqual([true]);
    expect(readdirSync(folder)).toEqual([]);
    reader.abort();
    expect(await ended).toBe(0);
    spy.mockRestore();
    expect(text.split('\n')).toHaveLength(PRODUCTS + 1);
  });

  it('fails when its reader has gone, and leaves no file', async () => {
    const output = new Writable({ write: (_, __, taken) => taken(new Error('gone')) });
    expect(await exported(output)).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });
});
