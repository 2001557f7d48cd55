import { ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import {
  type LoadedTagValue,
  SelectorValues,
  TagValueAmbiguous,
  toDisplayText,
} from './selector-values';

const value = (id: number, pId: string, texts: Record<string, string> = {}): LoadedTagValue => ({
  ...{ id, pId },
  languages: Object.entries(texts).map(([languageCode, text]) => ({ languageCode, value: text })),
});

const values = new SelectorValues([
  value(1, 'red', { en: 'Red', es: 'Rojo' }),
  value(2, 'Rojo', { en: 'Crimson', fr: '' }),
  value(3, 'gift', { en: 'Gift' }),
  value(4, 'poison', { de: 'Gift', en: 'Poison' }),
  value(5, 'bare'),
  value(6, 'twin-1', { en: 'Twin', es: 'Uno' }),
  value(7, 'twin-2', { en: 'Twin', es: 'Dos' }),
]);

const findByText = (text: string, ...languages: string[]): number =>
  values.getByText(text, '/value', languages).id;

describe('SelectorValues', () => {
  it('finds a value by its pId before any text', () => {
    expect(findByText('Rojo', 'es')).toBe(2);
    expect(findByText('bare')).toBe(5);
  });

  it('finds a value by its text, preferring values that show it', () => {
    expect(findByText('Red', 'en')).toBe(1);
    expect(findByText('Red', 'es', 'en')).toBe(1);
    expect(findByText('Crimson', 'fr', 'de')).toBe(2);
    expect(findByText('Gift', 'en')).toBe(3);
    expect(findByText('Uno', 'de')).toBe(6);
    expect(findByText('Dos', 'en')).toBe(7);
  });

  it('rejects a text of several values, and an unknown text', () => {
    for (const languages of [['en'], ['es', 'en']]) {
      expect(() => findByText('Twin', ...languages)).toThrow(TagValueAmbiguous);
      expect(() => findByText('Twin', ...languages)).toThrow(/twin-1, twin-2/);
    }
    // Both values show the text: one in the first language, the other in the second, because it has none in the first.
    expect(() => findByText('Gift', 'de', 'en')).toThrow(TagValueAmbiguous);
    for (const text of ['red ', 'RED', '', 'nowhere'])
      expect(() => findByText(text, 'en')).toThrow(ReferenceNotFound);
  });

  it('finds a value by a reference', () => {
    expect(values.getByReference({ pId: 'gift' }, '/value').id).toBe(3);
    expect(values.getByReference({ id: 4 }, '/value').pId).toBe('poison');
    expect(() => values.getByReference({ pId: 'Gift' }, '/value')).toThrow(ReferenceNotFound);
    expect(() => values.getByReference({ id: 4, pId: 'gift' }, '/value')).toThrow(
      ReferenceMismatch,
    );
  });
});

describe('toDisplayText', () => {
  it('returns the text in the first language that has one, or else the first text, or else the pId', () => {
    const red = value(1, 'red', { fr: '', en: 'Red', es: 'Rojo' });
    expect(toDisplayText(red, ['es', 'en'])).toBe('Rojo');
    expect(toDisplayText(red, ['fr', 'es'])).toBe('Rojo');
    expect(toDisplayText(red, ['fr', 'de'])).toBe('Red');
    expect(toDisplayText(value(2, 'bare', { en: '' }), ['en'])).toBe('bare');
    expect(toDisplayText({ pId: 'unread' }, ['en'])).toBe('unread');
  });
});
