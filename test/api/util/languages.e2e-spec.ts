import { Service } from '../../support/service/service';

describe('languages', () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.stop());

  it('are the 183 of ISO 639-1, numbered in the order of their codes', async () => {
    const { body } = await service.get('/v1/languages');
    const { LANGUAGES } = body as { LANGUAGES: { CODE: string; ID: number; NAME: string }[] };
    expect(Object.keys(body as object)).toEqual(['LANGUAGES']);
    expect(LANGUAGES).toHaveLength(183);
    expect(LANGUAGES.map(({ ID }) => ID)).toEqual(LANGUAGES.map((_, at) => at + 1));
    const codes = LANGUAGES.map(({ CODE }) => CODE);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(LANGUAGES[0]).toEqual({ CODE: 'aa', ID: 1, NAME: 'Afar' });
    expect(LANGUAGES.at(-1)).toEqual({ CODE: 'zu', ID: 183, NAME: 'Zulu' });
    expect(LANGUAGES).toContainEqual({ CODE: 'es', ID: 39, NAME: 'Spanish' });
  });

  it('need the scope of util', async () => {
    const reader = await service.createKey('util:read');
    const other = await service.createKey('news:read');
    expect((await service.get('/v1/languages', { key: reader })).status).toBe(200);
    expect((await service.get('/v1/languages', { key: other })).status).toBe(403);
  });
});
