import { readFileSync } from 'node:fs';
import { codePointsOf, heightOf } from './font-coverage';

/** The narrow cut of DejaVu Sans: Latin, Greek, Cyrillic and more, and figures that are all of one width. */
const files = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
} as const;

export type FontName = keyof typeof files;

/**
 * A font as a file: pdfkit opens it for each document anew. An opened one must not serve two documents: it
 * remembers of which characters the first one made its glyphs, and the second one would say the same.
 */
interface LoadedFont {
  readonly path: string;
  readonly data: Buffer;
  readonly codePoints: ReadonlySet<number>;
  /** Above and below the line that letters stand on (less than 0), in em. */
  readonly ascent: number;
  readonly descent: number;
}

const loaded = new Map<FontName, LoadedFont>();

/** A font by its name, read once in each thread. */
export function font(name: FontName): LoadedFont {
  const known = loaded.get(name);
  if (known) return known;
  const data = readFileSync(files[name]);
  const made = { path: files[name], data, codePoints: codePointsOf(data), ...heightOf(data) };
  loaded.set(name, made);
  return made;
}
