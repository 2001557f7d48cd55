import { getLabels } from './';

const placeholders = ['taxesIn', 'packages', 'paidOn'];

const languages = 'ar ca de en es fr he hi it ja ko pt th zh'.split(' ');

describe.each(languages)('the words in %s', (language) => {
  const { titles, isRightToLeft, ...labels } = getLabels(language);

  it('are all there, and have a place for what is filled in', () => {
    const texts = Object.entries({ ...titles, ...labels });
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
    const withPlace = texts.filter(([, text]) => text.includes('{}')).map(([name]) => name);
    expect(withPlace).toEqual(placeholders);
  });

  it('run in its direction', () => {
    expect(isRightToLeft === true).toBe(['ar', 'he'].includes(language));
  });

  it('tell the documents from each other', () => {
    expect(new Set(Object.values(titles)).size).toBe(Object.keys(titles).length);
  });
});

describe('the words of another language', () => {
  it('are English, also where an object has a member of that name', () => {
    for (const language of ['fa', 'zz', '', 'constructor']) {
      expect(getLabels(language)).toBe(getLabels('en'));
    }
    expect(getLabels('es')).not.toBe(getLabels('en'));
  });

  it('say in every language of the European Union that the buyer owes the VAT', () => {
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
