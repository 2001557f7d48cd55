/** One media range of an Accept header. */
interface MediaRange {
  /** In lower case: `image/png`, `image/*`, or both stars. */
  readonly range: string;
  /** 0: not at all, to 1. */
  readonly quality: number;
}

/** `type/subtype`, then parameters, of which `q` alone counts. */
const RANGE = /^\s*([!#$%&'*+.^`|~\w-]+\/[!#$%&'*+.^`|~\w-]+)\s*((?:;.*)?)$/;
const QUALITY = /;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*(?:;|$)/i;

/** Parts of an Accept header are told apart by commas outside of quoted texts. */
const LIST_ITEM = /(?:"(?:[^"\\]|\\.)*"|[^",])+/g;

/** More media ranges than anybody has. */
const MAX_RANGES = 100;

/**
 * The media type, of those that an answer can have besides JSON, that a caller ranks above JSON (RFC 9110, 12.5.1).
 * @param accept the request's Accept header
 * @param offered the better one first
 * @returns undefined: JSON, also where neither is wanted
 */
export function preferredOverJson(
  accept: string | undefined,
  offered: readonly string[],
): string | undefined {
  if (accept === undefined) return undefined;
  const ranges = parseMediaRanges(accept);
  let best: string | undefined;
  let quality = qualityOf('application/json', ranges);
  for (const type of offered) {
    const wanted = qualityOf(type, ranges);
    if (wanted <= quality) continue;
    best = type;
    quality = wanted;
  }
  return best;
}

function parseMediaRanges(accept: string): MediaRange[] {
  const parts = (accept.match(LIST_ITEM) ?? []).slice(0, MAX_RANGES);
  return parts.flatMap((part) => {
    const [, range, parameters = ''] = RANGE.exec(part) ?? [];
    if (range === undefined) return [];
    return { range: range.toLowerCase(), quality: Number(QUALITY.exec(parameters)?.[1] ?? 1) };
  });
}

/** What the most specific range says that a type is in; 0 where it is in none. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const names = [type, `${type.split('/')[0]}/*`, '*/*'];
  for (const name of names) {
    const found = ranges.filter(({ range }) => range === name);
    if (found.length > 0) return Math.max(...found.map(({ quality }) => quality));
  }
  return 0;
}
