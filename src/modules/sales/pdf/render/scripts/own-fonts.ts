import { findTable } from '../font-coverage';
import type { OwnFonts } from './font-chain';
import { fontInFile } from './font-files';

/** The weight class of OpenType from which on a font is bold. */
const BOLD = 600;

/**
 * The font files of the store, by the weight that they are for; a variable font is for both.
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
  const weights = findTable(bytes, 'OS/2');
  return {
    isBold: weights !== undefined && bytes.readUInt16BE(weights + 4) >= BOLD,
    isVariable: findTable(bytes, 'fvar') !== undefined,
  };
}
