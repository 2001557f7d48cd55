/** @engine */
import fc from 'fast-check';
import { languages } from '../../../../src/core/languages';
import { cases } from '../../../support/random/cases';
import { importLines } from '../../../support/import';
import { Service } from '../../../support/service/service';

type Texts = Readonly<Record<string, string | boolean>>;
type Change = Texts & { readonly remove?: boolean };
type Shown = Readonly<Record<string, unknown>>;

/** A resource whose bodies have an array of texts by language. */
interface Resource {
  readonly name: string;
  /** The type of its import records. */
  readonly type: string;
  /** Root of its bodies. */
  readonly root: string;
  /** Where records are made, and where they stand. */
  readonly collection: string;
  readonly records: string;
  readonly fields: object;
  /** The keys of its answers, by the members of its bodies. */
  readonly members: Readonly<Record<string, string>>;
  readonly body: (languages: readonly object[]) => object;
  readonly shown: (record: Shown) => readonly Shown[];
}

const plain = {
  body: (languages: readonly object[]) => ({ languages }),
  shown: (record: Shown) => record['LANGUAGES'] as Shown[],
};

const resources: readonly Resource[] = [
  {
    ...{ name: 'tag groups', type: 'tagGroup', root: 'customTagGroups', ...plain },
    ...{ collection: 'customTagGroups', records: 'customTagGroups' },
    fields: { name: 'Group', itemType: 1, position: 1, priority: 1 },
    members: { name: 'NAME', description: 'DESCRIPTION' },
  },
  {
    ...{ name: 'tags', type: 'tag', root: 'customTags', ...plain },
    ...{ collection: 'customTags', records: 'customTags' },
    fields: {
      ...{ active: true, controlType: 3, itemType: 1, valueForAllLanguages: true },
      ...{ position: 1, priority: 1 },
    },
    members: { name: 'NAME', defaultValue: 'DEFAULTVALUE' },
  },
  {
    ...{ name: 'tag values', type: 'tagValue', root: 'values', ...plain },
    ...{ collection: 'customTags/SELECTOR/values', records: 'customTags/values', fields: {} },
    members: { value: 'VALUE' },
  },
  {
    ...{ name: 'news', type: 'news', root: 'news', ...plain },
    ...{ collection: 'news', records: 'news' },
    fields: { name: 'News', publicationDate: '2026-01-31' },
    members: { title: 'TITLE', shortText: 'SHORTTEXT', pageText: 'PAGETEXT' },
  },
  {
    ...{ name: 'news for search engines', type: 'news', root: 'news' },
    ...{ collection: 'news', records: 'news' },
    fields: { name: 'News', publicationDate: '2026-01-31' },
    members: { keyWords: 'KEYWORDS', particularTitle: 'PARTICULARTITLE' },
    body: (languages) => ({ seo: { languages } }),
    shown: ({ SEO }) => (SEO as { LANGUAGES: Shown[] }).LANGUAGES,
  },
  {
    ...{ name: 'locations', type: 'location', root: 'physicalLocations', ...plain },
    ...{ collection: 'physicalLocations', records: 'physicalLocations' },
    fields: { countryCode: 'ES' },
    members: { information: 'INFORMATION', bannerAlt: 'BANNERALT' },
  },
];

const codes = ['en', 'es', 'fr', 'ja'];

describe('texts by language', () => {
  let service: Service;
  let selector: number;
  let made = 0;

  beforeAll(async () => {
    service = await Service.start();
    const tag = { controlType: 5, itemType: 1, active: true, valueForAllLanguages: true };
    const customTags = { pId: 'selector', ...tag, position: 1, priority: 1 };
    const { body } = await service.post('/v1/customTags', { customTags });
    selector = (body as { ID: number }).ID;
  });

  afterAll(() => service.stop());

  const create = async (resource: Resource, languages: readonly object[]): Promise<Shown> => {
    const path = resource.collection.replace('SELECTOR', `${selector}`);
    const fields = { pId: `one-${++made}`, ...resource.fields, ...resource.body(languages) };
    const { status, body } = await service.post(`/v1/${path}`, { [resource.root]: fields });
    expect([status, body]).toEqual([201, expect.anything()]);
    return body as Shown;
  };
  const put = async (resource: Resource, { ID }: Shown, fields: object): Promise<Shown> => {
    const path = `/v1/${resource.records}/${String(ID)}`;
    const { status, body } = await service.put(path, { [resource.root]: fields });
    expect([status, body]).toEqual([200, expect.anything()]);
    return body as Shown;
  };
  /** The texts of an answer under the names of the bodies. */
  const textsOf = ({ shown, members }: Resource, record: Shown): object[] =>
    shown(record).map((text) => ({
      languageCode: text['LANGUAGE'] ?? languages.find(({ id }) => id === text['LANGUAGEID'])?.code,
      ...Object.fromEntries(Object.entries(members).map(([name, key]) => [name, text[key]])),
    }));

  describe.each(resources)('of $name', (resource) => {
    const names = Object.keys(resource.members);
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    const full = (languageCode: string): Texts => ({
      languageCode,
      ...Object.fromEntries(names.map((name) => [name, `${name} in ${languageCode}`])),
    });

    it('become the texts of an update, and those that it does not name stay', async () => {
      const text = fc.record(
        {
          languageCode: fc.constantFrom(...codes),
          remove: fc.boolean(),
          ...Object.fromEntries(names.map((name) => [name, fc.constantFrom('', 'one', 'two')])),
        },
        { requiredKeys: ['languageCode'] },
      ) as fc.Arbitrary<Change>;
      const arrays = fc.uniqueArray(text, { selector: (one) => one['languageCode'] });
      await fc.assert(
        fc.asyncProperty(fc.array(fc.option(arrays), { maxLength: 5 }), async (updates) => {
          let expected: readonly Texts[] = ['en', 'es'].map(full);
          const record = await create(resource, expected);
          for (const sent of updates) {
            for (const { remove = false, ...one } of sent ?? []) {
              const isIts = ({ languageCode }: Texts) => languageCode === one['languageCode'];
              const at = expected.findIndex(isIts);
              if (remove) expected = expected.filter((other) => !isIts(other));
              else if (at < 0) expected = [...expected, { ...empty, ...one }];
              else expected = expected.with(at, { ...expected[at], ...one });
            }
            const changed = await put(resource, record, sent ? resource.body(sent) : {});
            expect(textsOf(resource, changed)).toEqual(expected);
          }
        }),
        { numRuns: cases(4, 12) },
      );
    });

    it('are whole in import records: a language that is not named is removed', async () => {
      const record = await create(resource, ['en', 'es', 'fr'].map(full));
      const line = {
        ...{ type: resource.type, pId: record['PID'], ...resource.fields },
        ...(resource.type === 'tagValue' && { tag: { id: selector } }),
      };
      for (const wanted of [['fr', 'en'], ['en'], []]) {
        const stated = { ...line, ...resource.body(wanted.map(full)) };
        expect(await importLines(service, [stated])).toMatchObject({ updated: 1 });
        expect(await importLines(service, [stated])).toMatchObject({ unchanged: 1 });
        expect(textsOf(resource, await put(resource, record, {}))).toEqual(wanted.map(full));
      }
      const { rejected } = await importLines(service, [
        { ...line, ...resource.body([{ ...full('en'), remove: true }]) },
      ]);
      expect(rejected).toBe(1);
    });

    it('take remove for a language that is not there, and in no body that creates', async () => {
      const record = await create(resource, [full('en')]);
      const gone = resource.body([{ ...full('JA'), remove: true }]);
      expect(await put(resource, record, gone)).toEqual(record);
      const path = resource.collection.replace('SELECTOR', `${selector}`);
      const fields = { pId: `one-${++made}`, ...resource.fields, ...gone };
      const refused = await service.post(`/v1/${path}`, { [resource.root]: fields });
      expect(refused.body).toMatchObject({ status: 400, errors: [{ code: 'field.unknown' }] });
    });

    it('lose nothing to 30 parallel updates of one member each, of a new language neither', async () => {
      const record = await create(resource, [full('en')]);
      await Promise.all(
        Array.from({ length: 30 }, (_, at) => {
          const sent = { [names[at % names.length] as string]: `by ${at}` };
          const texts = ['en', 'fr'].map((languageCode) => ({ languageCode, ...sent }));
          return put(resource, record, resource.body(texts));
        }),
      );
      const texts = textsOf(resource, await put(resource, record, {})) as Texts[];
      expect(texts.map(({ languageCode }) => languageCode)).toEqual(['en', 'fr']);
      for (const [at, name] of names.entries()) {
        const [winner, other] = texts.map((text) => /^by (\d+)$/.exec(String(text[name]))?.[1]);
        expect([Number(winner) % names.length, winner]).toEqual([at, other]);
      }
    });

    it('keep what 30 parallel updates of languages of their own bring', async () => {
      const record = await create(resource, [full('en')]);
      const many = languages.slice(0, 30).map(({ code }) => code);
      await Promise.all(many.map((code) => put(resource, record, resource.body([full(code)]))));
      const texts = textsOf(resource, await put(resource, record, {})) as Texts[];
      const found = texts.map(({ languageCode }) => languageCode).toSorted();
      expect(resource.shown(record)).toHaveLength(1);
      expect(found).toEqual([...new Set(['en', ...many])].toSorted());
      const removals = many.map((languageCode) => [{ languageCode, remove: true }]);
      await Promise.all(removals.map((sent) => put(resource, record, resource.body(sent))));
      const left = textsOf(resource, await put(resource, record, {})) as Texts[];
      expect(left.map(({ languageCode }) => languageCode)).toEqual(
        ['en'].filter((code) => !many.includes(code)),
      );
    });
  });

  it('keep their ids and their order, whatever the order of an update', async () => {
    const tags = resources[1] as Resource;
    const idsOf = (record: Shown): unknown[] => tags.shown(record).map(({ ID }) => ID);
    const record = await create(tags, [{ languageCode: 'en' }, { languageCode: 'es' }]);
    const [en, es] = idsOf(record);
    const named = tags.body([{ languageCode: 'en', name: 'Size' }, { languageCode: 'es' }]);
    expect(idsOf(await put(tags, record, named))).toEqual([en, es]);
    const added = await put(tags, record, tags.body([{ languageCode: 'fr' }]));
    const [, , fr] = idsOf(added);
    expect(idsOf(added)).toEqual([en, es, fr]);
    const turned = tags.body([{ languageCode: 'fr', name: 'Taille' }, { languageCode: 'es' }]);
    expect(idsOf(await put(tags, record, turned))).toEqual([en, es, fr]);
    const removed = tags.body([{ languageCode: 'en', remove: true }]);
    expect(idsOf(await put(tags, record, removed))).toEqual([es, fr]);
  });
});
