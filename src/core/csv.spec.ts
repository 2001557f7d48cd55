import fc from 'fast-check';
import { parseCsv, unescapeCell } from '../../test/support/csv';
import { toCsvCell, toCsvRow } from './csv';

describe('a table as CSV', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    [' a ', ' a '],
    ['a,b', '"a,b"'],
    ['say "a"', '"say ""a"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['ñ, 中', '"ñ, 中"'],
    [true, 'true'],
    [-1.5, '-1.5'],
    [undefined, ''],
    [[], '"[]"'],
    [{ A: ['"'] }, '"{""A"":[""\\""""]}"'],
  ])('writes %j as %s', (value, cell) => {
    expect(toCsvCell(value)).toBe(cell);
  });

  it.each(['=1+1', '+34 600', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', "'=1", "''@a"])(
    'keeps %j from being worked out',
    (text) => {
      expect(toCsvCell(text)).toBe(`"'${text}"`);
    },
  );

  it('leaves an apostrophe before other texts unchanged', () => {
    expect(toCsvCell("'t Hof")).toBe("'t Hof");
  });

  it('distinguishes an empty cell from an empty line', () => {
    expect(toCsvRow([''])).toBe('""\r\n');
    expect(toCsvRow(['', ''])).toBe(',\r\n');
  });

  it('is read as it was written, with any texts', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'a "\',=+-@\r\n\tñ') });
    const rows = fc
      .integer({ min: 1, max: 4 })
      .chain((columns) =>
        fc.array(fc.array(texts, { minLength: columns, maxLength: columns }), { minLength: 1 }),
      );
    fc.assert(
      fc.property(rows, (table) => {
        const text = table.map((row) => toCsvRow(row.map(toCsvCell))).join('');
        expect(parseCsv(text).map((row) => row.map(unescapeCell))).toEqual(table);
      }),
    );
  });
});
