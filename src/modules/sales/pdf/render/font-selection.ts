import { type FontFile, readFont } from './font-file';
import { baseFamily, rankFamilies, type FontFamily, findFontFiles } from './shipped-fonts';

/** The fonts of a document. */
export interface FontSelection {
  /** In the order in which they are asked for a character. */
  readonly files: readonly FontFile[];
  /** Names the set of files. */
  readonly key: string;
  /** Whether they have all of some characters. */
  readonly covers: (characters: string) => boolean;
}

/** A character needs fonts that are not installed. */
export class MissingFontError extends Error {
  constructor(readonly packages: readonly string[]) {
    super(`No font for a character: install ${packages.join(' or ')}`);
  }
}

/** Opened fonts that a process keeps: those of CJK have 9 MB and more, the others 1 MB at most. */
const MAX_CACHED_BYTES = 24 * 1024 * 1024;

const fontCache = new Map<string, FontFile>();

/**
 * Chooses what a document needs: the store's own fonts and the base one always, others for their characters only.
 * @param ownFonts paths of the store's own fonts
 * @param find the files of a shipped family, undefined where it is not installed
 * @throws MissingFontError for a character whose fonts are optional and not installed
 */
export async function selectFonts(
  texts: readonly string[],
  language: string,
  ownFonts: readonly string[],
  find: typeof findFontFiles = findFontFiles,
): Promise<FontSelection> {
  const text = texts.join('').normalize('NFC');
  const paths = [...ownFonts, ...(find(baseFamily) ?? [])];
  const files = await Promise.all(paths.map(openFont));
  const missing = new Set<number>();
  for (const character of new Set(text)) {
    const code = character.codePointAt(0) as number;
    if (!files.some(({ codePoints }) => codePoints.has(code))) missing.add(code);
  }
  for (const family of missing.size > 0 ? rankFamilies(language, text) : []) {
    const wanted = [...missing].filter((code) => family.script.test(String.fromCodePoint(code)));
    const own = wanted.length === 0 ? undefined : find(family);
    if (!own) continue;
    const [regular, ...others] = await Promise.all(own.map(openFont));
    const found = wanted.filter((code) => regular?.codePoints.has(code));
    if (!regular || found.length === 0) continue;
    for (const code of found) missing.delete(code);
    files.push(regular, ...others);
    paths.push(...own);
  }
  const absent = rankFamilies(language, text).filter((family) => find(family) === undefined);
  requireInstalled(absent, missing);
  return {
    files,
    key: paths.join('\n'),
    covers: (characters) =>
      Array.from(characters).every((one) =>
        files.some(({ codePoints }) => codePoints.has(one.codePointAt(0) as number)),
      ),
  };
}

/** @throws MissingFontError where families that are not installed may have a missing character */
function requireInstalled(absent: readonly FontFamily[], missing: ReadonlySet<number>): void {
  const characters = [...missing].map((code) => String.fromCodePoint(code));
  const wanted = absent.filter(({ script }) => characters.some((one) => script.test(one)));
  if (wanted.length > 0) throw new MissingFontError(wanted.map((family) => family.package));
}

/** A file does not change as long as a process lives. */
async function openFont(path: string): Promise<FontFile> {
  const known = fontCache.get(path);
  const font = known ?? (await readFont(path));
  fontCache.delete(path);
  fontCache.set(path, font);
  let size = [...fontCache.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
  for (const [oldest, { bytes }] of fontCache) {
    if (size <= MAX_CACHED_BYTES || oldest === path) break;
    fontCache.delete(oldest);
    size -= bytes.length;
  }
  return font;
}
