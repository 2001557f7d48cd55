import { FileStore } from '../../src/platform/media/files';
import { migrate } from '../../src/database';
import { Service } from '../support/service/service';
import { SmallDisk } from '../support/servers/small-disk';

const disk = SmallDisk.mount('24m');
if (!disk)
  console.warn('No small disk can be mounted (it takes root): nothing is tried on a full one.');

const describeOnDisk = disk ? describe : describe.skip;

describeOnDisk('A full disk, with a SQLite store and its files', () => {
  let service: Service;
  let made = 0;

  beforeAll(async () => {
    const url = `sqlite:${disk?.folder}/store.sqlite`;
    await migrate(url);
    service = await Service.start({ DATABASE_URL: url, FILES_URL: `file:${disk?.folder}/files` });
  });

  afterAll(async () => {
    await service.stop();
    disk?.unmount();
  });

  const group = () => ({
    usersGroups: { pId: `group-${++made}`, name: 'Group', description: 'x'.repeat(30_000) },
  });

  const make = () => service.post('/v1/usersGroups', group());

  async function count(): Promise<number> {
    const { status, body } = await service.get('/v1/usersGroups');
    expect(status).toBe(200);
    return (body as { USERSGROUPS: object[] }).USERSGROUPS.length;
  }

  it('starts no exports before the last room of the disk is gone', async () => {
    const start = () => service.post('/v1/exports', { exports: { types: ['tax'] } });
    disk?.nearlyFill();
    const refused = await start();
    disk?.empty();
    const { status, body } = refused;
    expect([status, (body as { code: string }).code]).toEqual([507, 'fileStore.full']);
    expect((await start()).status).toBe(201);
    expect((await make()).status).toBe(201);
  });

  it('refuses what writes, answers what reads, and takes it again once there is room', async () => {
    expect((await make()).status).toBe(201);
    for (let times = 0; times < 2; times++) {
      disk?.fill();
      // The free space in existing files is used up first.
      let refused = await make();
      while (refused.status === 201) refused = await make();
      expect([refused.status, (refused.body as { code: string }).code]).toEqual([
        507,
        'database.full',
      ]);
      const before = await count();
      const all = await Promise.all(Array.from({ length: 30 }, make));
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([507]));
      expect(await count()).toBe(before);
      const form = new FormData();
      form.set('path', '');
      form.set('file', new Blob([Buffer.alloc(100_000)]), `picture-${made}.bin`);
      const uploaded = await fetch(`${service.url}/v1/fileManager/upload`, {
        method: 'POST',
        body: form,
        headers: { Authorization: `Bearer osk_${'t'.repeat(43)}` },
      });
      expect([uploaded.status, ((await uploaded.json()) as { code: string }).code]).toEqual([
        507,
        'fileStore.full',
      ]);
      disk?.empty();
      expect((await make()).status).toBe(201);
      expect(await count()).toBe(before + 1);
    }
    const found: string[] = [];
    for await (const path of service.app.get(FileStore).listPaths()) found.push(path);
    expect(found).toEqual([]);
  });
});
