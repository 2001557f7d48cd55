/** Windows, Unicode in full: the cmap of every font that reaches beyond 16 bits. */
const WINDOWS = 3;
const UNICODE_FULL = 10;
const SEGMENTED_COVERAGE = 12;

/**
 * The characters that a TrueType font has, from its cmap table (OpenType specification, cmap, format 12).
 * @throws Error for a font without such a table
 */
export function codePointsOf(font: Buffer): ReadonlySet<number> {
  const start = subtable(font, tableAt(font, 'cmap'));
  const codePoints = new Set<number>();
  const groups = font.readUInt32BE(start + 12);
  for (let group = 0; group < groups; group += 1) {
    const at = start + 16 + 12 * group;
    const last = font.readUInt32BE(at + 4);
    for (let code = font.readUInt32BE(at); code <= last; code += 1) codePoints.add(code);
  }
  return codePoints;
}

/** How far a font reaches above the line that its letters stand on, and below it (less than 0), in em. */
export function heightOf(font: Buffer): { readonly ascent: number; readonly descent: number } {
  const em = font.readUInt16BE(tableAt(font, 'head') + 18);
  const table = tableAt(font, 'hhea');
  return { ascent: font.readInt16BE(table + 4) / em, descent: font.readInt16BE(table + 6) / em };
}

/** Where a table of a font stands, of a collection in its first font; undefined: it has none. */
export function findTable(font: Buffer, tag: string): number | undefined {
  const start = font.toString('latin1', 0, 4) === 'ttcf' ? font.readUInt32BE(12) : 0;
  const tables = font.readUInt16BE(start + 4);
  for (let table = 0; table < tables; table += 1) {
    const at = start + 12 + 16 * table;
    if (font.toString('latin1', at, at + 4) === tag) return font.readUInt32BE(at + 8);
  }
  return undefined;
}

function tableAt(font: Buffer, tag: string): number {
  const at = findTable(font, tag);
  if (at === undefined) throw new Error(`The font has no table ${tag}`);
  return at;
}

function subtable(font: Buffer, cmap: number): number {
  const subtables = font.readUInt16BE(cmap + 2);
  for (let one = 0; one < subtables; one += 1) {
    const at = cmap + 4 + 8 * one;
    const start = cmap + font.readUInt32BE(at + 4);
    const isFull = font.readUInt16BE(at) === WINDOWS && font.readUInt16BE(at + 2) === UNICODE_FULL;
    if (isFull && font.readUInt16BE(start) === SEGMENTED_COVERAGE) return start;
  }
  throw new Error('The font has no cmap of format 12');
}
