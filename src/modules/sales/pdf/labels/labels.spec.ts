import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getLabels, labelLanguages } from './';

it('has the languages of the bundled fonts', () => {
  expect([...labelLanguages].sort()).toEqual(
    'ar ca de en es fr he hi it ja ko pt th zh'.split(' '),
  );
});

it('has a row for each member of the type of labels, and no other', () => {
  const type = readFileSync(join(__dirname, 'labels.ts'), 'utf8');
  const members = [...type.matchAll(/^ {2}readonly (\w+): string;$/gm)].map(([, name]) => name);
  const { titles, ...labels } = getLabels('en');
  expect(Object.keys(labels)).toEqual(members);
  expect(Object.keys(titles)).toContain('shipment');
});

describe.each([...labelLanguages])('the labels in %s', (language) => {
  const { titles, isRightToLeft, ...labels } = getLabels(language);

  it('are complete and have their placeholders', () => {
    const texts = Object.entries({ ...titles, ...labels });
    const missing = texts.filter(([, text]) => text.trim() === '').map(([name]) => name);
    expect(missing).toEqual([]);
    const english = Object.entries(getLabels('en'));
    const namesWith = (labels: readonly (readonly [string, unknown])[]) =>
      labels.filter(([, text]) => String(text).includes('{}')).map(([name]) => name);
    expect(namesWith(texts)).toEqual(namesWith(english));
  });

  it('have the direction of the language', () => {
    expect(isRightToLeft === true).toBe(['ar', 'he'].includes(language));
  });

  it('have distinct heads of the columns of a table', () => {
    const { tax, base, rate, amount, sku, item, quantity, unitPrice, discount } = labels;
    for (const heads of [
      [tax, base, rate, amount, labels.surchargeRate, labels.surcharge],
      [sku, item, quantity, unitPrice, discount, tax, amount],
    ]) {
      expect(new Set(heads).size).toBe(heads.length);
    }
  });

  it('have distinct names of documents', () => {
    expect(new Set(Object.values(titles)).size).toBe(Object.keys(titles).length);
  });
});

describe('the labels of another language', () => {
  it('are English, even for names of inherited object members', () => {
    for (const language of ['fa', 'zz', '', 'constructor']) {
      expect(getLabels(language)).toBe(getLabels('en'));
    }
    expect(getLabels('es')).not.toBe(getLabels('en'));
  });

  it('have the statement of reverse charge in every language of the European Union', () => {
    const union = 'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(
      ' ',
    );
    const statements = union.map((language) => getLabels(language).reverseCharge);
    expect(new Set(statements).size).toBe(24);
    expect({ ...getLabels('pl'), reverseCharge: '' }).toEqual({
      ...getLabels('en'),
      reverseCharge: '',
    });
  });
});
