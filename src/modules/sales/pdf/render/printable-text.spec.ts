import { toSingleLine, toPrintableText } from './printable-text';

const covers = (characters: string): boolean =>
  /^[\x20-\u058f\u06a9\u2000-\u20ff\u2764\ufffd]*$/u.test(characters);
const toReplacement = (character: string): string => `<${character.length}>`;
const shown = (text: string): string => toPrintableText(text, { covers, toReplacement });

describe('text that a font can show', () => {
  it.each([
    ['plain (text) \\ ~', 'plain (text) \\ ~'],
    ['Größe Łódź Ελλάδα Москва', 'Größe Łódź Ελλάδα Москва'],
    ['I\u0301 e\u0301', 'Í é'],
    ['a\0b\u0007c\u009fd\u007fe', 'a b c d e'],
    ['one\r\ntwo\rthree\u2028four\vfive\tsix', 'one\ntwo\nthree\nfour\nfive six'],
    ['right\u202eto\u2066left\u200b\u00ad\ufeff', 'righttoleft'],
    ['日本', '<1><1>'],
    ['🚲 👩‍👩‍👧‍👦 ❤️', '<2> <8> ❤'],
    ['half \ud800 a \udfff pair', 'half \ufffd a \ufffd pair'],
    ['\ue000', '<1>'],
    ['12\u2007\u202f3\u3000', '12\u2007\u202f3 '],
    ['\u06a9\u200c\u200e\u202e\ufe0f', '\u06a9\u200c\u200e'],
    ['日\u200d', '<1>'],
  ])('%j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('is on a single line in metadata', () => {
    expect(toSingleLine(' Rad\n🚲 \ud800日\u0000 ')).toBe('Rad 🚲 \ufffd日');
  });
});
