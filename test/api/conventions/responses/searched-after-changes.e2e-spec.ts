/** @engine */
import { Service } from '../../../support/service/service';

/** Resources that are searched, and changes of them one after the other. */
const resources: readonly Resource[] = [
  {
    path: 'customTagGroups',
    create: {
      itemType: 1,
      position: 5,
      priority: 1,
      name: 'grouped',
      languages: text({ name: 'worded' }),
    },
    changes: [
      { change: { position: 3 }, finds: ['customTagGroups-pid', 'grouped', 'worded'] },
      { change: { name: 'regrouped' }, finds: ['regrouped', 'worded'], loses: ['grouped'] },
      {
        change: { languages: text({ description: 'described' }) },
        finds: ['regrouped', 'worded', 'described'],
      },
      {
        change: { pId: 'renamed' },
        finds: ['renamed', 'described'],
        loses: ['customTagGroups-pid'],
      },
    ],
  },
  {
    path: 'news',
    create: {
      name: 'article',
      publicationDate: '2026-01-01T00:00:00Z',
      languages: text({ title: 'worded' }),
    },
    changes: [
      { change: { priority: 3 }, finds: ['news-pid', 'article', 'worded'] },
      { change: { name: 'rearticle' }, finds: ['rearticle', 'worded'], loses: ['article'] },
      { change: { languages: text({ title: 'reworded' }) }, finds: ['rearticle', 'reworded'] },
    ],
  },
  {
    path: 'physicalLocations',
    create: { name: 'shop', countryCode: 'ES', city: 'Toledo' },
    changes: [
      { change: { active: true }, finds: ['physicalLocations-pid', 'shop', 'toledo'] },
      { change: { city: 'Getafe' }, finds: ['shop', 'getafe'], loses: ['toledo'] },
    ],
  },
];

interface Resource {
  readonly path: string;
  readonly create: object;
  readonly changes: readonly {
    readonly change: object;
    readonly finds: readonly string[];
    readonly loses?: readonly string[];
  }[];
}

describe('a record that is searched', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
  });

  afterAll(async () => {
    await service.stop();
  });

  const found = async (path: string, q: string): Promise<number> => {
    const { body } = await service.get(`/v1/${path}?q=${q}`);
    const lists = Object.values(body as Record<string, unknown>).filter(Array.isArray);
    return lists[0]?.length ?? -1;
  };

  it.each(resources)(
    'is found by what it is now, whatever a change names: $path',
    async ({ path, create, changes }) => {
      const made = await service.post(`/v1/${path}`, { [path]: { pId: `${path}-pid`, ...create } });
      expect(made.status).toBe(201);
      const { ID } = made.body as { ID: number };
      for (const { change, finds, loses = [] } of changes) {
        const changed = await service.put(`/v1/${path}/${ID}`, { [path]: change });
        expect(changed.status).toBe(200);
        for (const word of finds) expect([word, await found(path, word)]).toEqual([word, 1]);
        for (const word of loses) expect([word, await found(path, word)]).toEqual([word, 0]);
      }
    },
  );
});

function text(values: object): object[] {
  return [{ languageCode: 'en', ...values }];
}
