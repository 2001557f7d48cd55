/** @engine */
import { Clock } from '../../../src/core/clock';
import { JournalSequencer } from '../../../src/platform/events/journal';
import { type TestDatabase, testDatabaseUrl } from '../../support/service/database';
import { Service } from '../../support/service/service';

const GROUPS = '/v1/customTagGroups';
const HOUR_MS = 3_600_000;

describe('When the clock is set back', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabaseUrl();
  });

  afterAll(() => database.drop());

  const withService = async (work: (service: Service) => Promise<void>): Promise<void> => {
    const service = await Service.start({ DATABASE_URL: database.url });
    try {
      await work(service);
    } finally {
      await service.stop();
    }
  };
  const setBack = (service: Service, hours: number): void => {
    jest
      .spyOn(service.app.get(Clock), 'now')
      .mockImplementation(() => new Date(Date.now() - hours * HOUR_MS));
  };
  const create = async (service: Service, pId: string): Promise<number> => {
    const group = { pId, name: pId, itemType: 1, position: 1, priority: 1 };
    return (await service.post(GROUPS, { customTagGroups: group })).body.ID as number;
  };
  const rename = (service: Service, id: number, name: string) =>
    service.put(`${GROUPS}/${id}`, { customTagGroups: { name } });
  /** As a poller does: all changes since the last time that it has seen. */
  const changedSince = async (service: Service, since: string) => {
    const path = `${GROUPS}?sort=updatedAt.asc&updatedAt_min=${encodeURIComponent(since)}`;
    const { CUSTOMTAGGROUPS } = (await service.get(path)).body as {
      CUSTOMTAGGROUPS: { PID: string; NAME: string; UPDATEDAT: string }[];
    };
    return CUSTOMTAGGROUPS;
  };

  it('a poller misses no change, and times of change go on, also after another start', async () => {
    let last = '';
    let first = 0;
    await withService(async (service) => {
      first = await create(service, 'first');
      last = (await changedSince(service, '2001-01-01T00:00:00Z')).at(-1)?.UPDATEDAT ?? '';
      setBack(service, 1);
      await create(service, 'second');
      await rename(service, first, 'renamed');
      const found = await changedSince(service, last);
      expect(found.map(({ NAME }) => NAME)).toEqual(['second', 'renamed']);
      last = found.at(-1)?.UPDATEDAT ?? '';
    });
    await withService(async (service) => {
      setBack(service, 2);
      await rename(service, first, 'renamed again');
      const found = await changedSince(service, last);
      expect(found.at(-1)?.NAME).toBe('renamed again');
      expect(found.map(({ UPDATEDAT }) => UPDATEDAT >= last)).toEqual(found.map(() => true));
      await service.app.get(JournalSequencer).catchUp();
      const { CHANGES } = (await service.get('/v1/changes')).body as { CHANGES: { AT: string }[] };
      const times = CHANGES.map(({ AT }) => AT);
      expect(times).toEqual([...times].sort());
      expect(times.length).toBeGreaterThanOrEqual(4);
    });
  });
});
