import { getLabels } from './';

const placeholders = ['taxesIn', 'packages', 'paidOn'];

const languages = 'ar ca de en es fr he hi it ja ko pt th zh'.split(' ');

describe.each(languages)('the labels in %s', (language) => {
  const { titles, isRightToLeft, ...labels } = getLabels(language);

  it('are complete and have their placeholders', () => {
    const texts = Object.entries({ ...titles, ...labels });
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
    const withPlace = texts.filter(([, text]) => text.includes('{}')).map(([name]) => name);
    expect(withPlace).toEqual(placeholders);
  });

  it('have the direction of the language', () => {
    expect(isRightToLeft === true).toBe(['ar', 'he'].includes(language));
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
