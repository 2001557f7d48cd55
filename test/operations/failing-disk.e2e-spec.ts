import { rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '../../src/database';
import { temporaryFolder } from '../support/service/database';
import { Service } from '../support/service/service';

describe('A failing disk, with a SQLite store', () => {
  const folder = temporaryFolder();
  const url = `sqlite:${join(folder, 'store.sqlite')}`;
  let service: Service;
  let datasync: jest.SpyInstance;
  let made = 0;

  const start = () => Service.start({ DATABASE_URL: url });

  beforeAll(async () => {
    await migrate(url);
    const handle = await open(join(folder, 'store.sqlite'));
    datasync = jest.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'datasync');
    await handle.close();
    service = await start();
  });

  afterAll(async () => {
    datasync.mockRestore();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const make = async (): Promise<unknown> => {
    const usersGroups = { pId: `group-${++made}`, name: 'Group' };
    const { status, body } = await service.post('/v1/usersGroups', { usersGroups });
    return status === 201 ? status : [status, (body as { code: string }).code];
  };

  const statusOf = async (path: string): Promise<number> => (await service.get(path)).status;

  it('stops writers, and has the process report that it must be restarted, which helps', async () => {
    expect(await make()).toBe(201);
    expect(await statusOf('/health/live')).toBe(200);
    datasync.mockRejectedValueOnce(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
    expect(await make()).toEqual([503, 'database.outcomeUnknown']);
    expect(await make()).toEqual([503, 'database.unavailable']);
    expect(await statusOf('/v1/usersGroups')).toBe(200);
    expect(await statusOf('/v1/orders/pending')).toBe(503);
    expect(await statusOf('/health/ready')).toBe(200);
    expect(await statusOf('/health/live')).toBe(503);
    await service.stop();
    service = await start();
    expect(await statusOf('/health/live')).toBe(200);
    expect(await make()).toBe(201);
    expect(await statusOf('/v1/orders/pending')).toBe(200);
  });
});
