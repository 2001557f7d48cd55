import type { DomainError } from '../../../core/errors';
import { normalizeName, requireVisibleName } from './visible-names';

/** The detail of the field error; undefined if the name is accepted. */
const findErrorDetail = (name: string): string | undefined => {
  try {
    requireVisibleName(name, '/file');
    return undefined;
  } catch (error) {
    const { status, fieldErrors } = error as DomainError;
    expect(status).toBe(400);
    expect(fieldErrors).toMatchObject([{ pointer: '/file', code: 'path.invalid' }]);
    return fieldErrors[0]?.detail;
  }
};

describe('requireVisibleName', () => {
  it.each([
    ['a control character', '\u0007'],
    ['a control character of C1', '\u0085'],
    ['a soft hyphen', '\u00ad'],
    ['a zero width space', '\u200b'],
    ['a zero width non-joiner', '\u200c'],
    ['a zero width joiner', '\u200d'],
    ['a mark of direction', '\u202e'],
    ['a word joiner', '\u2060'],
    ['a byte order mark', '\ufeff'],
    ['a tag', '\u{e0070}'],
    ['a line separator', '\u2028'],
    ['a paragraph separator', '\u2029'],
    ['half of a character', '\ud800'],
    ['a character of private use', '\ue000'],
    ['a noncharacter', '\uffff'],
    ['an unassigned character', '\u0378'],
    ['a filler of Hangul', '\u3164'],
    ['a grapheme joiner', '\u034f'],
    ['a Braille cell without dots', '\u2800'],
    ['an object replacement character', '\ufffc'],
    ['a note without a notehead', '\u{1d159}'],
  ])('rejects %s', (_name, character) => {
    for (const name of [`a${character}.jpg`, `a.jpg${character}`, `${character}a`])
      expect(findErrorDetail(name)).toMatch(/ U\+[0-9A-F]{4,5}\.$/);
  });

  it.each([
    'a b.jpg',
    '日本語.png',
    'ไทย',
    'עברית',
    'हिन्दी.pdf',
    'é',
    '🙂.png',
    '❤️.png',
    '葛\u{e0100}',
  ])('accepts %j', (name) => {
    expect(findErrorDetail(name)).toBeUndefined();
  });
});

describe('normalizeName', () => {
  it.each([
    ['x.PHP\u200b', 'x.php'],
    ['x.p\ufe0fh\u3164p', 'x.php'],
    ['x．ｐｈｐ', 'x.php'],
    ['日本', '日本'],
  ])('turns %j into %j', (name, plain) => {
    expect(normalizeName(name)).toBe(plain);
  });
});
