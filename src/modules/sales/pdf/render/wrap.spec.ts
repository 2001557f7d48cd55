import { processorTime } from '../../../../../test/support/processor-time';
import { graphemesOf } from './graphemes';
import { shortened, wrap } from './wrap';

/** Every letter is one wide, but for a wide one. */
const measure = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter === 'W' ? 5 : 1), 0);

describe('the breaking of text into lines', () => {
  it.each([
    ['', 5, ['']],
    ['one two', 7, ['one two']],
    ['one two', 6, ['one', 'two']],
    ['  one   two  ', 7, ['one two']],
    ['one\n\ntwo', 9, ['one', '', 'two']],
    ['abcdefgh ij', 3, ['abc', 'def', 'gh', 'ij']],
    ['ab cdefgh', 4, ['ab', 'cdef', 'gh']],
    ['CAM-001-ROJO', 8, ['CAM-001-', 'ROJO']],
    ['a-bcdefghijk', 8, ['a-bcdefg', 'hijk']],
    ['WWW', 4, ['W', 'W', 'W']],
    ['a\u00a0b c', 3, ['a\u00a0b', 'c']],
    ['👩‍🚀👩‍🚀', 3, ['👩‍🚀', '👩‍🚀']],
  ])('%j in %d', (text, width, lines) => {
    expect(wrap(text, width, measure)).toEqual(lines);
  });

  it('loses no letter, whatever the width', () => {
    const text = 'An uncommonly-long/word and averyveryveryveryverylongone, W and so on.';
    for (let width = 1; width < 80; width += 1) {
      const lines = wrap(text, width, measure);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(Math.max(width, 5));
    }
  });

  it('takes the characters of long words for what they are', () => {
    const faces = [...Array<string>(400).fill('👩‍🚀'), ...Array<string>(300).fill('é')];
    expect([...graphemesOf(faces.join(''))]).toEqual(faces);
    const marks = `a${'\u0301'.repeat(2000)}b`;
    expect([...graphemesOf(marks)].join('')).toBe(marks);
  });

  it('takes no more time for one long word than for many short ones', async () => {
    let measured = 0;
    const counted = (text: string): number => {
      measured += text.length;
      return text.length;
    };
    const taken = await processorTime(() => {
      expect(wrap('x'.repeat(100_000), 100, counted)).toHaveLength(1000);
    });
    expect(measured).toBeLessThan(1_000_000);
    // Some hundredths of a second; with the square of the length it would be many seconds.
    expect(taken).toBeLessThan(5000);
  });

  it('shortens what must stand on one line', () => {
    expect(shortened('abcdef', 6, measure)).toBe('abcdef');
    expect(shortened('abcdefg', 6, measure)).toBe('abcde…');
    expect(shortened('abcd efg', 6, measure)).toBe('abcd…');
  });
});
