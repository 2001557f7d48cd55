import { font } from './fonts';
import { onOneLine, printable } from './printable';

const covers = (characters: string): boolean =>
  Array.from(characters).every((one) =>
    font('regular').codePoints.has(one.codePointAt(0) as number),
  );
const readable = (character: string): string => `<${character.length}>`;
const shown = (text: string): string => printable(text, { covers, readable, isShaped: false });
const shaped = (text: string): string => printable(text, { covers, readable, isShaped: true });

describe('the fonts', () => {
  it.each(['regular', 'bold'] as const)('have Latin, Greek, Cyrillic and more: %s', (name) => {
    const { codePoints } = font(name);
    const ranges = [
      ...[
        [0x20, 0x7e],
        [0xa0, 0x17f],
        [0x391, 0x3a1],
        [0x3b1, 0x3c9],
        [0x400, 0x45f],
      ],
      ...[
        [0x531, 0x556],
        [0x2007, 0x2008],
        [0x20ac, 0x20ac],
        [0xfffd, 0xfffd],
      ],
    ] as [number, number][];
    for (const [from, to] of ranges) {
      for (let code = from; code <= to; code += 1)
        expect([code, codePoints.has(code)]).toEqual([code, true]);
    }
    expect(codePoints.has(0x65e5)).toBe(false);
    expect(codePoints.has(0x1f6b2)).toBe(false);
    expect(font(name)).toBe(font(name));
  });
});

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
  ])('%j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('keeps what shapes its neighbours where letters are shaped', () => {
    expect(shaped('\u06a9\u200c\u200e\u202e\ufe0f')).toBe('\u06a9\u200c\u200e');
    expect(shown('a\u200cb é')).toBe('ab é');
    expect(shaped('日\u200d')).toBe('<2>');
  });

  it('stands on one line where it must', () => {
    expect(onOneLine(' Rad\n🚲 \ud800日\u0000 ')).toBe('Rad 🚲 \ufffd日');
  });
});
