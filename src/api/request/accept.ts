/** A media range of an Accept header. */
interface MediaRange {
  /** In lower case: `image/png`, `image/*`, or both stars. */
  readonly range: string;
  /** From 0 (not acceptable) to 1. */
  readonly quality: number;
}

/** `type/subtype` and parameters; only `q` is evaluated. */
const MEDIA_RANGE = /^\s*([!#$%&'*+.^`|~\w-]+\/[!#$%&'*+.^`|~\w-]+)\s*((?:;.*)?)$/;
const QUALITY = /;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*(?:;|$)/i;

/** Commas outside of quoted texts separate the parts of an Accept header. */
const LIST_ITEM = /(?:"(?:[^"\\]|\\.)*"|[^",])+/g;

/** More media ranges than any real client sends. */
const MAX_MEDIA_RANGES = 100;

/**
 * The offered media type that a caller ranks above JSON (RFC 9110, 12.5.1).
 * @param accept the request's Accept header
 * @param offered media types in order of preference
 * @returns undefined: JSON, even if the caller accepts none of the types
 */
export function findTypePreferredOverJson(
  accept: string | undefined,
  offered: readonly string[],
): string | undefined {
  if (accept === undefined) return undefined;
  const ranges = parseMediaRanges(accept);
  let best: string | undefined;
  let quality = getQuality('application/json', ranges);
  for (const type of offered) {
    const candidateQuality = getQuality(type, ranges);
    if (candidateQuality <= quality) continue;
    best = type;
    quality = candidateQuality;
  }
  return best;
}

/** Whether an Accept header names a media type with a parameter of this value. */
export function acceptsTypeWithParameter(
  accept: string | undefined,
  type: string,
  name: string,
  value: string,
): boolean {
  return (accept?.match(LIST_ITEM) ?? []).slice(0, MAX_MEDIA_RANGES).some((part) => {
    const [range, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return range === type && parameters.includes(`${name}=${value}`);
  });
}

function parseMediaRanges(accept: string): MediaRange[] {
  const parts = (accept.match(LIST_ITEM) ?? []).slice(0, MAX_MEDIA_RANGES);
  return parts.flatMap((part) => {
    const [, range, parameters = ''] = MEDIA_RANGE.exec(part) ?? [];
    if (range === undefined) return [];
    return { range: range.toLowerCase(), quality: Number(QUALITY.exec(parameters)?.[1] ?? 1) };
  });
}

/** The quality of a type in the most specific matching range; 0 without a match. */
function getQuality(type: string, ranges: readonly MediaRange[]): number {
  const names = [type, `${type.split('/')[0]}/*`, '*/*'];
  for (const name of names) {
    const matches = ranges.filter(({ range }) => range === name);
    if (matches.length > 0) return Math.max(...matches.map(({ quality }) => quality));
  }
  return 0;
}
