import { labelsOf } from './';

const placeholders = ['packages', 'paidOn'];

describe.each(['en', 'es', 'ca', 'fr', 'de', 'it', 'pt'])('the words in %s', (language) => {
  const { titles, ...labels } = labelsOf(language);

  it('are all there, and have a place for what is filled in', () => {
    const texts = Object.entries({ ...titles, ...labels });
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
    const withPlace = texts.filter(([, text]) => text.includes('{}')).map(([name]) => name);
    expect(withPlace).toEqual(placeholders);
  });

  it('tell the documents from each other', () => {
    expect(new Set(Object.values(titles)).size).toBe(Object.keys(titles).length);
  });
});

describe('the words of another language', () => {
  it('are English, also where an object has a member of that name', () => {
    for (const language of ['pl', 'zz', '', 'constructor']) {
      expect(labelsOf(language)).toBe(labelsOf('en'));
    }
    expect(labelsOf('es')).not.toBe(labelsOf('en'));
  });
});
