import { type OpenApiTag, collectTags } from './openapi-tag';

const heading = (name: string, position: number): OpenApiTag => ({
  name,
  position,
  description: name,
});
const under = (...headings: OpenApiTag[]): { openApiTag: OpenApiTag }[] =>
  headings.map((one) => ({ openApiTag: one }));

describe('collectTags', () => {
  it('returns each heading once, by position', () => {
    const [tags, news, keys] = [heading('Tags', 10), heading('News', 20), heading('Keys', 90)];
    expect(collectTags(under(keys, tags, news, tags, keys))).toEqual([tags, news, keys]);
  });

  it('refuses duplicate names and duplicate ranks', () => {
    expect(() => collectTags(under(heading('Tags', 10), heading('Tags', 20)))).toThrow(
      'The headings "Tags" (10) and "Tags" (20) need different names and positions',
    );
    expect(() => collectTags(under(heading('Tags', 10), heading('News', 10)))).toThrow(
      '"News" (10)',
    );
  });
});
