import { Service } from '../support/service/service';
import { dataFolder, hasDataSets, runScript } from './data-sets';

interface Text {
  readonly languageCode: string;
  readonly [member: string]: string;
}

interface Line {
  readonly type: string;
  readonly pId: string;
  readonly languages: readonly Text[];
}

type Stored = { readonly ID: number; readonly PID: string } & Readonly<Record<string, unknown>>;

if (hasDataSets) {
  describe('Real texts', realTexts);
} else {
  const leftOut = it.skip;
  leftOut(`needs the data sets, which are not in ${dataFolder}`, () => undefined);
}

function realTexts(): void {
  let service: Service;
  let lines: Line[];
  const numbers = new Map<string, number>();

  beforeAll(async () => {
    service = await Service.start();
    const ndjson = await runScript('real-texts.mjs');
    lines = ndjson
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const { body } = await service.post('/v1/import', ndjson, { headers });
    expect(body).toMatchObject({ created: lines.length, rejected: 0 });
    const { LANGUAGES } = (await service.get('/v1/languages')).body as {
      LANGUAGES: { CODE: string; ID: number }[];
    };
    for (const { CODE, ID } of LANGUAGES) numbers.set(CODE, ID);
  });

  afterAll(async () => {
    await service.stop();
  });

  const linesOf = (type: string): Line[] => lines.filter((line) => line.type === type);

  /** All records of a list, by NEXT to the end. */
  const all = async (path: string, key: string): Promise<Map<string, Stored>> => {
    const found = new Map<string, Stored>();
    for (let next = `${path}?perPage=500`; next !== '';) {
      const { body } = await service.get(next);
      const answer = body as { CURSORS: { NEXT: string } } & Record<string, Stored[]>;
      for (const one of answer[key] ?? []) found.set(one.PID, one);
      next = answer.CURSORS.NEXT.slice(service.url.length);
    }
    return found;
  };

  /** Holds what is stored of each line's texts against the line. */
  const compare = (
    type: string,
    stored: ReadonlyMap<string, Stored>,
    written: (text: Text) => object,
  ): void => {
    const given = linesOf(type);
    expect(given.length).toBeGreaterThan(200);
    for (const { pId, languages } of given) {
      const texts = stored.get(pId)?.['LANGUAGES'];
      expect({ pId, texts }).toEqual({ pId, texts: languages.map((text) => written(text)) });
    }
  };

  it('go through tags unharmed', async () => {
    const tags = await all('/v1/customTags', 'CUSTOMTAGS');
    compare('tag', tags, ({ languageCode, name, defaultValue }) => ({
      DEFAULTVALUE: defaultValue,
      ID: expect.any(Number) as number,
      LANGUAGEID: numbers.get(languageCode),
      NAME: name,
    }));
  });

  it('go through the values of a tag unharmed', async () => {
    const { body } = await service.get('/v1/customTags/getId/oe-products');
    const { ID } = body as { ID: number };
    const values = await service.get(`/v1/customTags/${ID}/values`);
    const { VALUES } = values.body as { VALUES: Stored[] };
    compare('tagValue', new Map(VALUES.map((value) => [value.PID, value])), (text) => ({
      LANGUAGE: text.languageCode,
      VALUE: text['value'],
    }));
  });

  it('go through news unharmed', async () => {
    const news = await all('/v1/news', 'NEWS');
    compare('news', news, ({ languageCode, title, pageText }) => ({
      ...{ LANGUAGE: languageCode, TITLE: title, SHORTTEXT: '', PAGETEXT: pageText },
    }));
  });

  it('go through locations unharmed', async () => {
    const locations = await all('/v1/physicalLocations', 'PHYSICALLOCATIONS');
    compare('location', locations, ({ languageCode, information }) => ({
      ...{ BANNERALT: '', BANNERIMAGE: '', DESTINATIONURL: '', INFORMATION: information },
      ...{ LANGUAGE: languageCode, LINKFOLLOWING: false },
    }));
  });

  it('are found by their own words in every language', async () => {
    const first = linesOf('news').find(({ languages }) => languages.length > 20);
    expect(first?.languages).toHaveLength(26);
    for (const { title = '' } of first?.languages ?? []) {
      const { body } = await service.get(`/v1/news?q=${encodeURIComponent(title)}&perPage=500`);
      const { NEWS } = body as { NEWS: Stored[] };
      expect(NEWS.map(({ PID }) => PID)).toContain(first?.pId);
    }
  });
}
