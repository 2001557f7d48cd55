import fc from 'fast-check';
import { cases } from '../../test/support/random/cases';
import { measureProcessorTime } from '../../test/support/service/processor-time';
import { foldText, toQueryTerms, toSearchTerms, toSortKey } from './text-folding';

/** Whether `q` finds a record with these fields, by the rules of the search index. */
function finds(fields: string | string[], q: string): boolean {
  const terms = toSearchTerms([fields].flat());
  return toQueryTerms(q).every((wanted) => terms.some((term) => term.startsWith(wanted)));
}

const composed = fc.string({ unit: 'binary', maxLength: 60 });
const scripts = fc
  .array(
    fc.constantFrom(
      ...'aZ9 -./_\t\u00a0éßøŁıİΣςσάЙяشلאב한กำ่中国語カガーﾊ½²ﷺ´😀❤️👩‍💻१क्ि\u0301\u00ad\u3000、',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));
const anyText = fc.oneof(composed, scripts, fc.string({ unit: 'grapheme', maxLength: 60 }));

describe('foldText', () => {
  it.each([
    ['Ünïcödé', 'unicode'],
    ['ÉCOLE', 'école'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['Łódź', 'lodz'],
    ['Ærø', 'aero'],
    ['Đặng', 'dang'],
    ['ﬁne ㎜', 'fine mm'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['Ἀθῆναι', 'αθηναι'],
    ['Ёлка', 'елка'],
    ['İSTANBUL', 'ıstanbul'],
    ['Iğdır', 'ıgdir'],
    ['مُحَمَّد', 'محمد'],
    ['שָׁלוֹם', 'שלום'],
    ['ｶﾞ', 'ガ'],
    ['한국', '한국'.normalize('NFD')],
    ['❤️', '❤'],
    ['soft\u00adhyphen', 'softhyphen'],
  ])('folds %s and %s to the same text', (left, right) => {
    expect(foldText(left)).toBe(foldText(right));
  });

  it.each([
    ['o', 'u'],
    ['กิน', 'กน'],
    ['か', 'が'],
    ['कि', 'की'],
    ['١', '٢'],
  ])('folds %s and %s to different texts', (left, right) => {
    expect(foldText(left)).not.toBe(foldText(right));
  });

  it('is the same for composed and decomposed text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...'éÅṩώйががनक़뷁ﬃằ'), (text) => {
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')));
      }),
    );
  });

  it('of a slice is the slice of the fold', () => {
    fc.assert(
      fc.property(anyText, fc.nat(60), (text, at) => {
        const characters = [...text];
        const head = characters.slice(0, at).join('');
        const tail = characters.slice(at).join('');
        fc.pre(!/[\ud800-\udbff]$/.test(head) || !/^[\udc00-\udfff]/.test(tail));
        expect(foldText(head) + foldText(tail)).toBe(foldText(text));
      }),
      { numRuns: cases(100, 1000) },
    );
  });

  it('of a fold, of the upper and of the lower case is the fold', () => {
    const wrong: string[] = [];
    for (let codePoint = 0; codePoint < 0x20000; codePoint += 1) {
      const character = String.fromCodePoint(codePoint);
      const folded = foldText(character);
      if (foldText(folded) !== folded) wrong.push(`fold ${codePoint.toString(16)}`);
      // In upper case, the Greek iota subscript is a letter and not an accent.
      const subscript = character.normalize('NFD').includes('\u0345');
      if (!subscript && foldText(character.toUpperCase()) !== folded)
        wrong.push(`upper ${codePoint.toString(16)}`);
      if (foldText(character.toLowerCase()) !== folded)
        wrong.push(`lower ${codePoint.toString(16)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('leaves no separate accent and no half of a character', () => {
    expect(foldText('´x')).toBe('x');
    expect(foldText('a\ud83db')).toBe('a\ufffdb');
    expect(toSortKey('é'.repeat(300))).toBe('e'.repeat(190));
    expect([...toSortKey('😀'.repeat(300))]).toHaveLength(190);
  });
});

describe('searching', () => {
  it.each([
    ['BK-M82S', 'M82S'],
    ['BK-M82S', 'bk-m82'],
    ['Bike (BK-M82S-42), red', 'm82s-42'],
    ['see https://www.Example.com/shop', 'example.com'],
    ['jane.doe@example.com', 'example.com'],
    ['jane.doe@example.com', 'doe@ex'],
    ['Crème Brûlée', 'brulee creme'],
    ['creme brulee', 'Brûlée'],
    ['Straße 12', 'STRASSE'],
    ["l'été", 'ETE'],
    ['ΟΔΟΣ Αθηνών', 'οδος'],
    ['ΟΔΟΣ Αθηνών', 'αθη'],
    ['Чехол для телефона', 'ТЕЛЕ'],
    ['قميص أحمر', 'احمر'],
    ['חולצה אדומה', 'אדו'],
    ['ภาษาไทยง่าย', 'ไทย'],
    ['ภาษาไทยง่าย', 'ง่าย'],
    ['红色手机壳', '手'],
    ['红色手机壳', '手机壳'],
    ['iPhone手机壳', '手机'],
    ['手机iPhone壳', 'iphone'],
    ['カバーcase', 'case'],
    ['東京のカバー', 'カバー'],
    ['한국어 책', '한국'],
    ['한국어 책', '책'],
    ['gift 🎁 box', '🎁'],
    ['🎁box', 'box'],
    ['❤️love', 'love'],
    ['e\u0301t\u00e9-chaud', 'été'],
    ['m²x', 'x'],
    ['a\u3000b', 'b'],
  ])('%s is found by %s', (text, q) => {
    expect(finds(text, q)).toBe(true);
  });

  it.each([
    ['BK-M82S', '82S'],
    ['BK-M82S', 'm82s-'],
    ['Crème', 'reme'],
    ['e\u0301te', 'te'],
    ['Чехол', 'ехол'],
    ['한국어', '국어'],
    ['one two', 'onetwo'],
    ['one two', 'one three'],
  ])('%s is not found by %s', (text, q) => {
    expect(finds(text, q)).toBe(false);
  });

  it('separates fields, requires every term, and finds everything without terms', () => {
    expect(finds(['Jane', 'Doe'], 'doe jane')).toBe(true);
    expect(finds(['Jane', 'Doe'], 'janedoe')).toBe(false);
    expect(finds('anything', ' \t\u00a0 ')).toBe(true);
  });

  it('stores each term once and cuts it at white space', () => {
    expect(toSearchTerms(['a-b a-b -B', 'B'])).toEqual(['a-b', 'b', '-b']);
    expect(toSearchTerms(['', ' \n\u2003'])).toEqual([]);
    expect(toQueryTerms(' Ä  a B ')).toEqual(['a', 'b']);
  });

  it('cuts terms to 200 code points, in texts and queries alike', () => {
    const long = '𐐷é'.repeat(150);
    expect(toSearchTerms([long]).map((term) => [...term].length)).toEqual([200]);
    expect(finds(long, long)).toBe(true);
    expect(toSearchTerms(['x'.repeat(300)])).toEqual(['x'.repeat(200)]);
    expect(finds('x'.repeat(300), 'x'.repeat(250))).toBe(true);
  });

  it('takes time in proportion to the text', async () => {
    const taken = await measureProcessorTime(() => {
      expect(toSearchTerms(['é' + 'x'.repeat(200_000)])).toHaveLength(1);
      toSearchTerms(['é-'.repeat(50_000)]);
      toSearchTerms(['-a'.repeat(50_000)]);
    });
    expect(taken).toBeLessThan(3000);
  });

  it('finds any text by any prefix from a word start', () => {
    fc.assert(
      fc.property(anyText, fc.nat(60), fc.integer({ min: 1, max: 60 }), (text, from, length) => {
        const starts = wordStarts(text);
        fc.pre(starts.length > 0);
        const rest = text.slice(starts[from % starts.length]).split(/\p{White_Space}/u)[0] ?? '';
        const prefix = [...rest].slice(0, length).join('');
        expect(finds(text, prefix)).toBe(true);
      }),
      { numRuns: cases(300, 3000) },
    );
  });

  it('finds nothing by the middle of a word', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'abcéßσЯש1'),
      minLength: 2,
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1 }), fc.nat(7), (words, at) => {
        const text = words.join(' ');
        const middle = (words[0] ?? '').slice(1 + (at % 7));
        const isStart = words.some((word) => foldText(word).startsWith(foldText(middle)));
        expect(finds(text, middle)).toBe(isStart);
      }),
    );
  });
});

/** Word starts by the text of the specification, in regular expressions (letters keep their marks). */
function wordStarts(text: string): number[] {
  const starts = new Set<number>([0]);
  for (const found of text.matchAll(/(?:[^\p{L}\p{Nd}\p{M}])\p{M}*(?=[^\p{M}])/gu)) {
    starts.add(found.index + found[0].length);
  }
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  for (const { index, segment } of segmenter.segment(text)) {
    if (
      /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u.test(
        segment,
      )
    ) {
      if (!/^\p{M}/u.test(segment)) starts.add(index);
    }
  }
  return [...starts].filter((start) => start < text.length);
}
