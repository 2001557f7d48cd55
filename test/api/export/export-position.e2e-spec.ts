/** @engine */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { JournalPositionRepository, DataAccess } from '../../../src/database';
import { runExportCommand } from '../../../src/platform/data-transfer/exports';
import { FileStore } from '../../../src/platform/media/files';
import { JournalSequencer } from '../../../src/platform/events/journal';
import { temporaryFolder } from '../../support/service/database';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { writtenText } from '../../support/written-text';

describe('The position that the command export prints', () => {
  let service: Service;
  const folder = temporaryFolder();

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    // The sequencer is not started, as in a command: no entry is numbered.
    service = await Service.start();
  });

  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  const store = async (pId: string): Promise<void> => {
    const lines = [{ type: 'tax', pId, name: pId, rate: 21 }];
    expect(await importLines(service, lines)).toMatchObject({ created: 1 });
  };
  const printedPosition = async (): Promise<number> => {
    const { app } = service;
    const messages = new PassThrough();
    const exporting = {
      ...app.get(DataAccess),
      files: app.get(FileStore),
      sequencer: app.get(JournalSequencer),
    };
    const out = path.join(folder, 'out');
    const code = await runExportCommand(exporting, {
      outputPath: out,
      types: ['tax'],
      language: 'en',
      messages,
    });
    expect(code).toBe(0);
    return Number(/^position (\d+)$/m.exec(writtenText(messages))?.[1]);
  };
  const reach = () => service.app.get(JournalPositionRepository).getRange();

  it('is behind all that was stored before, where no process has numbered it', async () => {
    await store('first');
    expect(await reach()).toMatchObject({ last: 0, hasUnnumberedEntries: true });
    const position = await printedPosition();
    expect(position).toBeGreaterThan(0);
    expect(await reach()).toEqual({ last: position, lastDeleted: 0, hasUnnumberedEntries: false });
    await store('second');
    expect(await printedPosition()).toBeGreaterThan(position);
    const { database } = service.app.get(DataAccess);
    const [lease] = await database.select('SELECT holder FROM journal_numbering');
    expect(lease).toEqual({ holder: '' });
  });

  it('is so, too, where the process that numbered has died', async () => {
    const { database, unitOfWork } = service.app.get(DataAccess);
    const before = await printedPosition();
    await store('third');
    const until = new Date(Date.now() + 1000).toISOString().replace('T', ' ').replace('Z', '');
    await unitOfWork.run(() =>
      database.execute("UPDATE journal_numbering SET holder = 'died', held_until = ?", [until]),
    );
    expect(await printedPosition()).toBeGreaterThan(before);
  });
});
