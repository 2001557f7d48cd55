/** @engine */
import { CatalogRepository } from '../../../src/platform/catalog';
import {
  FilterItemsService,
  type FilterType,
  filterTypes,
} from '../../../src/platform/requests/filters';
import { Service } from '../../support/service/service';
import { importLines } from '../../support/import';
import { UsersClient } from './users-client';

const BANNERS = 20;

describe.each([
  { subject: 'user', type: filterTypes.user, path: '/v1/users' },
  { subject: 'userGroup', type: filterTypes.userGroup, path: '/v1/usersGroups' },
] as const)('filters that name a $subject', ({ subject, type, path }) => {
  let service: Service;
  let users: UsersClient;
  let filters: FilterItemsService;
  const banners: number[] = [];

  beforeAll(async () => {
    service = await Service.start();
    users = await UsersClient.of(service);
    filters = service.app.get(FilterItemsService);
    const pIds = Array.from({ length: BANNERS }, (_, index) => `banner-${index}`);
    await importLines(
      service,
      pIds.map((pId) => ({ type: 'banner', pId, name: pId })),
    );
    const found = await service.app.get(CatalogRepository).findByPIds('banner', pIds);
    banners.push(...[...found.values()].map(({ id }) => id));
  });

  afterAll(() => service.stop());

  let made = 0;

  /** A record that filters can name. */
  const create = async (): Promise<{ ID: number; PID: string }> => {
    if (subject === 'user') return users.create();
    const usersGroups = { pId: `group-${++made}`, name: 'A group' };
    return (await service.post(path, { usersGroups })).body as { ID: number; PID: string };
  };

  const add = (banner: number, item: { id?: number; pId?: string; itemType?: FilterType }) =>
    filters.add('banners', banner, { itemType: type, ...item }, '/filters');

  const namesOf = async (banner: number) =>
    (await filters.list('banners', banner)).map(({ itemId, itemPid }) => [itemId, itemPid]);

  it('are put on by id and by pId, and show both', async () => {
    const [one, other] = [await create(), await create()];
    const [banner = 0] = banners;
    await add(banner, { id: one.ID });
    await add(banner, { pId: other.PID });
    expect(await namesOf(banner)).toEqual([
      [one.ID, one.PID],
      [other.ID, other.PID],
    ]);
    await filters.clear('banners', banner);
  });

  it('are refused when they name nothing, or two', async () => {
    const [one, other] = [await create(), await create()];
    const [banner = 0] = banners;
    const refused = [
      [{ id: 999_999 }, 'reference.notFound'],
      [{ pId: 'nobody' }, 'reference.notFound'],
      [{ id: one.ID, pId: other.PID }, 'reference.mismatch'],
    ] as const;
    for (const [item, code] of refused) {
      await expect(add(banner, item)).rejects.toMatchObject({ code, status: 422 });
    }
    expect(await namesOf(banner)).toEqual([]);
  });

  it('go with what they name, and leave the others', async () => {
    const [gone, staying] = [await create(), await create()];
    for (const banner of banners.slice(0, 3)) {
      await add(banner, { id: gone.ID });
      await add(banner, { id: staying.ID });
      // A filter of another type with the same number.
      await add(banner, { id: 724, itemType: filterTypes.country });
    }
    const kept = [
      [staying.ID, staying.PID],
      [724, 'ES'],
    ];
    expect((await service.delete(`${path}/${gone.ID}`)).status).toBe(200);
    for (const banner of banners.slice(0, 3)) {
      expect(await namesOf(banner)).toEqual(kept);
      await filters.clear('banners', banner);
    }
  });

  it('never stay behind when they come while that is deleted', async () => {
    for (let round = 0; round < 10; round++) {
      const { ID } = await create();
      const adding = banners.map(async (banner, index) => {
        await new Promise((resolve) => setTimeout(resolve, index % 7));
        return add(banner, { id: ID }).then(
          () => 'added',
          (error: unknown) => (error as { code?: string }).code,
        );
      });
      const removing = service.delete(`${path}/${ID}`);
      const outcomes = new Set(await Promise.all(adding));
      outcomes.delete('added');
      outcomes.delete('reference.notFound');
      expect(outcomes).toEqual(new Set());
      expect((await removing).status).toBe(200);
      expect(await filters.listElements('banners', type, ID)).toEqual([]);
    }
  });
});
