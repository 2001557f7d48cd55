import { readFile } from 'node:fs/promises';

/** A font as Typst loads it, with its family names and characters. */
export interface FontFile {
  readonly bytes: Buffer;
  /** Names that Typst may use for the family. */
  readonly familyNames: readonly string[];
  readonly codePoints: ReadonlySet<number>;
}

/** Platform and encodings of names and characters: Windows; Unicode with 16 bits and in full. */
const WINDOWS_PLATFORM = 3;
const UNICODE_ENCODINGS = [1, 10];

/** Identifiers of names: legacy family and typographic family. */
const FAMILY_NAME_ID = 1;
const TYPOGRAPHIC_FAMILY_NAME_ID = 16;

/**
 * Reads a TrueType or OpenType font, or a WOFF2 with one.
 * @throws Error for anything else, and for a damaged file
 */
export async function readFont(path: string): Promise<FontFile> {
  const file = await readFile(path);
  const bytes = file.toString('latin1', 0, 4) === 'wOF2' ? await decompressWoff2(file) : file;
  return { bytes, familyNames: readFamilyNames(bytes), codePoints: readCodePoints(bytes) };
}

async function decompressWoff2(file: Buffer): Promise<Buffer> {
  // Loaded on demand: only custom fonts may be compressed.
  const { decompress } = await import('wawoff2');
  // Copy the result, because the next decompression reuses its memory.
  return Buffer.from((await decompress(file)).slice());
}

function getTableOffset(font: Buffer, tag: string): number {
  const start = font.toString('latin1', 0, 4) === 'ttcf' ? font.readUInt32BE(12) : 0;
  const tableCount = font.readUInt16BE(start + 4);
  for (let table = 0; table < tableCount; table += 1) {
    const recordOffset = start + 12 + 16 * table;
    if (font.toString('latin1', recordOffset, recordOffset + 4) !== tag) continue;
    const offset = font.readUInt32BE(recordOffset + 8);
    if (offset + font.readUInt32BE(recordOffset + 12) > font.length)
      throw new Error('The font is cut off');
    return offset;
  }
  throw new Error(`The font has no table ${tag}`);
}

function readFamilyNames(font: Buffer): string[] {
  const nameTableOffset = getTableOffset(font, 'name');
  const stringsOffset = nameTableOffset + font.readUInt16BE(nameTableOffset + 4);
  const families = new Set<string>();
  for (let index = 0; index < font.readUInt16BE(nameTableOffset + 2); index += 1) {
    const recordOffset = nameTableOffset + 6 + 12 * index;
    const id = font.readUInt16BE(recordOffset + 6);
    if (
      font.readUInt16BE(recordOffset) !== WINDOWS_PLATFORM ||
      ![FAMILY_NAME_ID, TYPOGRAPHIC_FAMILY_NAME_ID].includes(id)
    )
      continue;
    const start = stringsOffset + font.readUInt16BE(recordOffset + 10);
    const utf16 = Buffer.from(font.subarray(start, start + font.readUInt16BE(recordOffset + 8)));
    families.add(utf16.swap16().toString('utf16le'));
  }
  return [...families];
}

/** Reads the characters of a font from its cmap subtables of formats 12 and 4. */
function readCodePoints(font: Buffer): ReadonlySet<number> {
  const cmapOffset = getTableOffset(font, 'cmap');
  const codePoints = new Set<number>();
  for (let index = 0; index < font.readUInt16BE(cmapOffset + 2); index += 1) {
    const recordOffset = cmapOffset + 4 + 8 * index;
    const isUnicode =
      font.readUInt16BE(recordOffset) === WINDOWS_PLATFORM &&
      UNICODE_ENCODINGS.includes(font.readUInt16BE(recordOffset + 2));
    if (isUnicode)
      addSubtableCodePoints(font, cmapOffset + font.readUInt32BE(recordOffset + 4), codePoints);
  }
  return codePoints;
}

function addSubtableCodePoints(font: Buffer, start: number, codePoints: Set<number>): void {
  const format = font.readUInt16BE(start);
  if (format === 12) {
    for (let group = 0; group < font.readUInt32BE(start + 12); group += 1) {
      const groupOffset = start + 16 + 12 * group;
      addRange(codePoints, font.readUInt32BE(groupOffset), font.readUInt32BE(groupOffset + 4));
    }
  } else if (format === 4) {
    const segmentArraySize = font.readUInt16BE(start + 6);
    for (let offset = 0; offset < segmentArraySize; offset += 2) {
      const first = font.readUInt16BE(start + 16 + segmentArraySize + offset);
      const last = font.readUInt16BE(start + 14 + offset);
      // The last range of each table is 0xffff, which isn't a character.
      if (first !== 0xffff) addRange(codePoints, first, last);
    }
  }
}

function addRange(codePoints: Set<number>, first: number, last: number): void {
  for (let code = first; code <= Math.min(last, 0x10ffff); code += 1) codePoints.add(code);
}
