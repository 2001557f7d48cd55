/** @engine */
import { chmodSync } from 'node:fs';
import { migrate } from '../../src/database';
import { testServer } from '../support/service/database';
import { MariaDbServer } from '../support/servers/mariadb-server';
import { Service } from '../support/service/service';
import { SmallDisk } from '../support/servers/small-disk';

const disk = testServer === undefined ? undefined : SmallDisk.mount('160m');
if (testServer !== undefined && !disk)
  console.warn('No small disk can be mounted (it takes root): MariaDB is not tried on a full one.');

const describeOnDisk = disk ? describe : describe.skip;

/** As little as the server may be given, so that the disk can be small. */
const small = [
  '--innodb-log-file-size=8M',
  '--innodb-buffer-pool-size=32M',
  '--innodb-temp-data-file-path=ibtmp1:4M:autoextend',
];

describeOnDisk('A full disk, with a MariaDB of its own on it', () => {
  let server: MariaDbServer | undefined;
  let service: Service;
  let made = 0;

  beforeAll(async () => {
    const within = disk?.folder ?? '';
    chmodSync(within, 0o755);
    await MariaDbServer.start((one) => (server = one), { within, options: small });
    const url = (await server?.database('store')) ?? '';
    await migrate(url);
    service = await Service.start({ DATABASE_URL: url });
  });

  afterAll(async () => {
    await service.stop();
    await server?.remove();
    disk?.unmount();
  });

  const make = () =>
    service.post('/v1/usersGroups', {
      usersGroups: { pId: `group-${++made}`, name: 'Group', description: 'x'.repeat(2_000) },
    });

  async function count(): Promise<number> {
    const { status, body } = await service.get('/v1/usersGroups');
    expect(status).toBe(200);
    return (body as { USERSGROUPS: object[] }).USERSGROUPS.length;
  }

  it('refuses what writes, answers what reads, and takes it again once there is room', async () => {
    expect((await make()).status).toBe(201);
    for (let times = 0; times < 2; times++) {
      disk?.fill();
      // The free space in the server's files is used up first.
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
      expect((await service.get('/health/ready', { key: null })).status).toBe(200);
      disk?.empty();
      expect((await make()).status).toBe(201);
      expect(await count()).toBe(before + 1);
    }
  });
});
