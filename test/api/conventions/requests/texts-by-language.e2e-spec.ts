/** @engine */
import fc from 'fast-check';
import { toLanguageId } from '../../../../src/core/languages';
import { cases } from '../../../support/random/cases';
import { Service } from '../../../support/service/service';

type Texts = Readonly<Record<string, string | boolean>>;
type Shown = Readonly<Record<string, unknown>>;

/** A resource whose bodies have an array of texts by language. */
interface Resource {
  readonly name: string;
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
    ...{ name: 'tag groups', root: 'customTagGroups', ...plain },
    ...{ collection: 'customTagGroups', records: 'customTagGroups' },
    fields: { name: 'Group', itemType: 1, position: 1, priority: 1 },
    members: { name: 'NAME', description: 'DESCRIPTION' },
  },
  {
    ...{ name: 'tags', root: 'customTags', ...plain },
    ...{ collection: 'customTags', records: 'customTags' },
    fields: {
      ...{ active: true, controlType: 3, itemType: 1, valueForAllLanguages: true },
      ...{ position: 1, priority: 1 },
    },
    members: { name: 'NAME', defaultValue: 'DEFAULTVALUE' },
  },
  {
    ...{ name: 'tag values', root: 'values', ...plain },
    ...{ collection: 'customTags/SELECTOR/values', records: 'customTags/values', fields: {} },
    members: { value: 'VALUE' },
  },
  {
    ...{ name: 'news', root: 'news', ...plain },
    ...{ collection: 'news', records: 'news' },
    fields: { name: 'News', publicationDate: '2026-01-31' },
    members: { title: 'TITLE', shortText: 'SHORTTEXT', pageText: 'PAGETEXT' },
  },
  {
    ...{ name: 'news for search engines', root: 'news' },
    ...{ collection: 'news', records: 'news' },
    fields: { name: 'News', publicationDate: '2026-01-31' },
    members: { keyWords: 'KEYWORDS', particularTitle: 'PARTICULARTITLE' },
    body: (languages) => ({ seo: { languages } }),
    shown: ({ SEO }) => (SEO as { LANGUAGES: Shown[] }).LANGUAGES,
  },
  {
    ...{ name: 'locations', root: 'physicalLocations', ...plain },
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
      languageCode:
        text['LANGUAGE'] ?? codes.find((one) => toLanguageId(one) === text['LANGUAGEID']),
      ...Object.fromEntries(Object.entries(members).map(([name, key]) => [name, text[key]])),
    }));

  describe.each(resources)('of $name', (resource) => {
    const names = Object.keys(resource.members);
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    const full = (languageCode: string): Texts => ({
      languageCode,
      ...Object.fromEntries(names.map((name) => [name, `${name} in ${languageCode}`])),
    });

    it('become what an update says of them', async () => {
      const text = fc.record(
        {
          languageCode: fc.constantFrom(...codes),
          ...Object.fromEntries(names.map((name) => [name, fc.constantFrom('', 'one', 'two')])),
        },
        { requiredKeys: ['languageCode'] },
      ) as fc.Arbitrary<Texts>;
      const arrays = fc.uniqueArray(text, { selector: (one) => one['languageCode'] });
      await fc.assert(
        fc.asyncProperty(fc.array(fc.option(arrays), { maxLength: 5 }), async (updates) => {
          let expected: readonly Texts[] = ['en', 'es'].map(full);
          const record = await create(resource, expected);
          for (const said of updates) {
            const before = new Map(expected.map((one) => [one['languageCode'], one]));
            if (said) {
              expected = said.map((one) => ({
                ...empty,
                ...before.get(one['languageCode']),
                ...one,
              }));
            }
            const changed = await put(resource, record, said ? resource.body(said) : {});
            expect(textsOf(resource, changed)).toEqual(expected);
          }
        }),
        { numRuns: cases(4, 12) },
      );
    });

    it('lose nothing to 30 parallel updates of one member each, of a new language neither', async () => {
      const record = await create(resource, [full('en')]);
      await Promise.all(
        Array.from({ length: 30 }, (_, at) => {
          const said = { [names[at % names.length] as string]: `by ${at}` };
          const texts = ['en', 'fr'].map((languageCode) => ({ languageCode, ...said }));
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
  });

  it('keep their ids as long as the order of their languages allows it', async () => {
    const tags = resources[1] as Resource;
    const said = (...languages: string[]): object =>
      tags.body(languages.map((languageCode) => ({ languageCode })));
    const idsOf = (record: Shown): unknown[] => tags.shown(record).map(({ ID }) => ID);
    const record = await create(tags, [{ languageCode: 'en' }, { languageCode: 'es' }]);
    const [en, es] = idsOf(record);
    const named = tags.body([{ languageCode: 'en', name: 'Size' }, { languageCode: 'es' }]);
    expect(idsOf(await put(tags, record, named))).toEqual([en, es]);
    const [, , fr] = idsOf(await put(tags, record, said('en', 'es', 'fr')));
    expect(idsOf(await put(tags, record, said('es', 'fr')))).toEqual([es, fr]);
    const turned = await put(tags, record, said('fr', 'es'));
    expect(tags.shown(turned).map(({ LANGUAGEID }) => LANGUAGEID)).toEqual(
      ['fr', 'es'].map(toLanguageId),
    );
  });
});
