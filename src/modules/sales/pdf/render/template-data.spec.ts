import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { pdfKinds, createSampleModel } from '../sample-model';
import { toTemplateData, type TemplateDataOptions } from './template-data';

const setting: TemplateDataOptions = { fonts: ['Noto Sans'], toPrintable: (text) => text };
const schema = JSON.parse(
  readFileSync(join(__dirname, '../../../../../docs/document-data.schema.json'), 'utf8'),
) as object;
const validate = new Ajv2020({ allErrors: true }).compile(schema);

describe('the data of a template', () => {
  it.each(pdfKinds.flatMap((kind) => ['en', 'ar'].map((language) => [kind, language] as const)))(
    'matches its JSON Schema: %s in %s',
    async (kind, language) => {
      const model = await createSampleModel(kind, language);
      for (const logoPath of [undefined, '/data/logo']) {
        const data = toTemplateData(model, {
          ...setting,
          ...(logoPath === undefined ? {} : { logoPath }),
        });
        validate(data);
        expect(validate.errors).toBeNull();
        const extended = { ...data, rows: { ...data.rows, more: 1 } };
        expect(validate(extended)).toBe(false);
      }
    },
  );

  it('has the distinct longest texts of a column', async () => {
    const cells = ['1', '22', '333', '22', '4444', '55555', '1'].map((text) => [text]);
    const { rows } = toTemplateData(
      {
        ...(await createSampleModel('order')),
        rows: {
          columns: [{ label: 'No.', kind: 'number' }],
          rows: cells.map((one) => ({ cells: one, notes: [] })),
        },
      },
      setting,
    );
    expect(rows.columns[0]?.longest).toEqual(['55555', '4444', '333', '22']);
  });

  it.each([
    ['in words that are longer than a line', 'W'.repeat(30), 'W\u200bW'],
    [
      'after signs that divide',
      'abcdefgh/ijklmnop-qrstuvwx',
      'abcdefgh/\u200bijklmnop-\u200bqrstuvwx',
    ],
  ])('allows breaks %s', async (_, text, expected) => {
    const data = toTemplateData({ ...(await createSampleModel('order')), seller: [text] }, setting);
    expect(data.seller[0]).toContain(expected);
    expect(data.hasLongWords).toBe(true);
    expect(data.seller[0]?.replaceAll('\u200b', '')).toBe(text);
  });

  it('leaves breaks that are too many to be replaced', async () => {
    const seller = ['W'.repeat(30), 'a/b-c.d,'.repeat(250)];
    const data = toTemplateData({ ...(await createSampleModel('order')), seller }, setting);
    expect(data.hasLongWords).toBe(false);
    expect(data.seller[1]).toContain('a/\u200bb-\u200b');
  });

  it.each([
    ['short words', 'Straße 12, 10115 Berlin'],
    ['scripts without spaces', '東京都千代田区丸の内一丁目東京都千代田区丸の内一丁目'],
  ])('allows no further breaks in %s', async (_, text) => {
    const data = toTemplateData({ ...(await createSampleModel('order')), seller: [text] }, setting);
    expect([data.seller[0], data.hasLongWords]).toEqual([text, false]);
  });

  it('keeps each text in the direction of its first letter', async () => {
    const lines = ['Ada (1)', 'קומה (3)', '12.50'];
    const of = async (isRightToLeft: boolean) =>
      toTemplateData(
        { ...(await createSampleModel('order')), isRightToLeft, seller: lines },
        setting,
      ).seller;
    expect(await of(false)).toEqual(['Ada (1)', '\u2067קומה (3)\u2069', '12.50']);
    expect(await of(true)).toEqual(['\u2066Ada (1)\u2069', 'קומה (3)', '12.50']);
  });
});
