import { type FontFile, readFont } from './font-file';
import { baseFamily, rankFontFamilies, type FontFamily, findFontFiles } from './bundled-fonts';

/** The fonts of a document. */
export interface FontSelection {
  /** In the order of their precedence. */
  readonly files: readonly FontFile[];
  /** Identifies the set of files. */
  readonly cacheKey: string;
  /** Whether the fonts have all of the characters. */
  readonly covers: (characters: string) => boolean;
}

/** A character needs fonts that aren't installed. */
export class MissingFontError extends Error {
  constructor(readonly packages: readonly string[]) {
    super(`No font for a character: install ${packages.join(' or ')}`);
  }
}

/** Size of a process's font cache: CJK fonts have 9 MB and more, others at most 1 MB. */
const MAX_CACHED_BYTES = 24 * 1024 * 1024;

const fontCache = new Map<string, FontFile>();

/**
 * Selects the fonts of a document: always the custom fonts and the base font, others only for their characters.
 * @param customFonts paths of the custom fonts
 * @param findFiles returns the files of a bundled family, or undefined if it isn't installed
 * @throws MissingFontError for a character of an optional font that isn't installed
 */
export async function selectFonts(
  texts: readonly string[],
  language: string,
  customFonts: readonly string[],
  findFiles: typeof findFontFiles = findFontFiles,
): Promise<FontSelection> {
  const text = texts.join('').normalize('NFC');
  const paths = [...customFonts, ...(findFiles(baseFamily) ?? [])];
  const files = await Promise.all(paths.map(openFont));
  const missingCodePoints = new Set<number>();
  for (const character of new Set(text)) {
    const code = character.codePointAt(0) as number;
    if (!files.some(({ codePoints }) => codePoints.has(code))) missingCodePoints.add(code);
  }
  for (const family of missingCodePoints.size > 0 ? rankFontFamilies(language, text) : []) {
    const needed = [...missingCodePoints].filter((code) =>
      family.script.test(String.fromCodePoint(code)),
    );
    const familyPaths = needed.length === 0 ? undefined : findFiles(family);
    if (!familyPaths) continue;
    const [regular, ...others] = await Promise.all(familyPaths.map(openFont));
    const found = needed.filter((code) => regular?.codePoints.has(code));
    if (!regular || found.length === 0) continue;
    for (const code of found) missingCodePoints.delete(code);
    files.push(regular, ...others);
    paths.push(...familyPaths);
  }
  const uninstalledFamilies = rankFontFamilies(language, text).filter(
    (family) => findFiles(family) === undefined,
  );
  requireInstalled(uninstalledFamilies, missingCodePoints);
  return {
    files,
    cacheKey: paths.join('\n'),
    covers: (characters) =>
      Array.from(characters).every((one) =>
        files.some(({ codePoints }) => codePoints.has(one.codePointAt(0) as number)),
      ),
  };
}

/** @throws MissingFontError if families that aren't installed may have a missing character */
function requireInstalled(
  uninstalledFamilies: readonly FontFamily[],
  missing: ReadonlySet<number>,
): void {
  const characters = [...missing].map((code) => String.fromCodePoint(code));
  const needed = uninstalledFamilies.filter(({ script }) =>
    characters.some((one) => script.test(one)),
  );
  if (needed.length > 0) throw new MissingFontError(needed.map((family) => family.package));
}

/** Opens a font file. The cache is valid because font files don't change while the process runs. */
async function openFont(path: string): Promise<FontFile> {
  const cachedFont = fontCache.get(path);
  const font = cachedFont ?? (await readFont(path));
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
