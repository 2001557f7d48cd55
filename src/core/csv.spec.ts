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

  it.each(['=1+1', '+34 600', '-1', '@SUM(A1)', '\t1', '\r1', '\n1', '＝1', "'=1", "''@a"])(
    'keeps %j from being evaluated',
    (text) => {
      expect(toCsvCell(text)).toBe(`"'${text}"`);
    },
  );

  it.each<[unknown, string]>([
    ['a;=1+1', "a;'=1+1"],
    ['\t=1', "'\t'=1"],
    ['a;"=1+1;b', 'a;\'"=1+1;b'],
    ["a\n'@b\t-c", "a\n''@b\t'-c"],
    ['=1;=1', "'=1;'=1"],
    ['a; =b;c', 'a; =b;c'],
    [{ A: [';=1+1;'] }, '{"A":[";\'=1+1;"]}'],
  ])('keeps parts of %j from being evaluated if cells end at semicolons', (value, text) => {
    expect(toCsvCell(value)).toBe(`"${text.replaceAll('"', '""')}"`);
  });

  it('contains no formula for a spreadsheet that splits rows at semicolons, tabs or commas', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'a "\',;=+-@\r\n\t') });
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1 }), (row) => {
        const text = toCsvRow(row.map(toCsvCell));
        for (const cell of cellsOf(text, /[;\t\r\n]/)) expect(cell).not.toMatch(/^[=+\-@]/);
        for (const cell of parseCsv(text)[0] ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });

  it('keeps an apostrophe in front of other texts', () => {
    expect(toCsvCell("'t Hof")).toBe("'t Hof");
  });

  it('distinguishes an empty cell from an empty line', () => {
    expect(toCsvRow([''])).toBe('""\r\n');
    expect(toCsvRow(['', ''])).toBe(',\r\n');
  });

  it('is read as it was written, whatever the texts are', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'a "\',;=+-@\r\n\tñ') });
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

/** Cells as a spreadsheet reads them that splits rows elsewhere; quotes count at the start of a cell. */
function cellsOf(text: string, end: RegExp): string[] {
  const cells: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const [whole = '', inside] = /^"((?:[^"]|"")*)"?/.exec(text.slice(at)) ?? [];
    let cell = inside?.replaceAll('""', '"') ?? '';
    for (at += whole.length; at < text.length && !end.test(text.charAt(at)); at++)
      cell += text.charAt(at);
    cells.push(cell);
  }
  return cells;
}
