import type { OwnFonts } from './font-chain';
import { fontInFile } from './font-files';

/** From here on a font is bold: weight classes of OpenType. */
const BOLD = 600;

/**
 * Font files of the store by what they are for: a variable font is for both, one of a single weight for the text
 * that has it, and for the other where nothing else has a character.
 */
export async function ownFontsOf(paths: readonly string[]): Promise<OwnFonts> {
  const fonts = await Promise.all(
    paths.map(async (path) => ({ path, ...weightOf(await fontInFile(path)) })),
  );
  const pathsOf = (isBold: boolean): string[] =>
    fonts.filter((font) => font.isVariable || font.isBold === isBold).map(({ path }) => path);
  return { regular: pathsOf(false), bold: pathsOf(true) };
}

function weightOf(font: Uint8Array): { isBold: boolean; isVariable: boolean } {
  const bytes = Buffer.from(font.buffer, font.byteOffset, font.byteLength);
  const weights = tableAt(bytes, 'OS/2');
  return {
    isBold: weights !== undefined && bytes.readUInt16BE(weights + 4) >= BOLD,
    isVariable: tableAt(bytes, 'fvar') !== undefined,
  };
}

/** Where a table stands; of the first font of a collection. */
function tableAt(font: Buffer, name: string): number | undefined {
  const start = font.toString('latin1', 0, 4) === 'ttcf' ? font.readUInt32BE(12) : 0;
  const tables = font.readUInt16BE(start + 4);
  for (let table = 0; table < tables; table += 1) {
    const at = start + 12 + 16 * table;
    if (font.toString('latin1', at, at + 4) === name) return font.readUInt32BE(at + 8);
  }
  return undefined;
}
