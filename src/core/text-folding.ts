/** Maximum length of a search term in code points; longer ones are cut, in texts and in queries alike. */
const MAX_TERM_CODE_POINTS = 200;
/** Maximum length of a sort key in code points: an index column of 190 characters. */
const MAX_SORT_KEY_CODE_POINTS = 190;
/** More characters than the texts of any store contain, but few enough for memory. */
const MAX_CACHED_CHARACTERS = 20_000;

const ONLY_ASCII = /^[\0-\x7f]*$/;
const WHITE_SPACE = /\p{White_Space}/u;
const WHITE_SPACES = /\p{White_Space}+/u;
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u;
const MARK = /\p{M}/u;
/** Scripts without spaces. Script extensions include the Japanese prolonged sound mark. */
const UNSPACED_SCRIPT =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
/**
 * Accents, vowel points and invisible format characters. Marks of other scripts (Thai and Indic vowels, Japanese
 * voicing) count as letters and stay.
 */
const IGNORED_MARK =
  /\p{Cf}|(?![\u3099\u309a])(?=[\p{Mn}\p{Me}])[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]/u;
/** Letters with a stroke and ligatures, which Unicode does not decompose. */
const EXTRA_DECOMPOSITIONS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
};

/** Properties of a character for folding and word search. */
interface CharacterInfo {
  readonly folded: string;
  readonly kind: 'word' | 'mark' | 'space' | 'other';
}

const characterCache = new Map<number, CharacterInfo>();
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Folds a text to its case- and accent-insensitive form, for stored texts and search terms alike. Each character is
 * folded without regard to its neighbors, so the fold of a slice is the slice of the fold. A final sigma is a sigma,
 * sharp s is `ss`, the dotless i is an `i` (specification, Responses).
 */
export function foldText(text: string): string {
  if (ONLY_ASCII.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text) folded += getCharacterInfo(character).folded;
  return folded;
}

/** The folded form of a text for sorting by code points, cut to 190 of them. */
export function toSortKey(text: string): string {
  return truncateToCodePoints(foldText(text), MAX_SORT_KEY_CODE_POINTS);
}

/**
 * The search terms of a record, which `q` is compared with. Every word start of every field gives one term: the
 * folded text up to the next white space, at most 200 code points. Equal terms are listed once. A word starts at a
 * field's start, and after every character that is neither letter nor digit. In scripts without spaces, it also
 * starts at each segment of Intl.Segmenter. A combining mark belongs to the character before it.
 */
export function toSearchTerms(fields: readonly string[]): string[] {
  const terms = new Set<string>();
  for (const field of fields) {
    if (ONLY_ASCII.test(field)) addAsciiTerms(field, terms);
    else addTerms(field, terms);
  }
  return [...terms];
}

/** The terms of a query: its parts between white space, folded like `toSearchTerms`; each once. */
export function toQueryTerms(q: string): string[] {
  const terms = new Set<string>();
  for (const part of q.split(WHITE_SPACES)) {
    const term = truncateToCodePoints(foldText(part), MAX_TERM_CODE_POINTS);
    if (term !== '') terms.add(term);
  }
  return [...terms];
}

function addAsciiTerms(field: string, terms: Set<string>): void {
  const folded = field.toLowerCase();
  const starts: number[] = [];
  let isAfterWord = false;
  for (let index = 0; index <= folded.length; index += 1) {
    const codeUnit = index < folded.length ? folded.charCodeAt(index) : 0x20;
    if (isAsciiSpace(codeUnit)) {
      for (const start of starts) {
        terms.add(folded.slice(start, Math.min(index, start + MAX_TERM_CODE_POINTS)));
      }
      starts.length = 0;
      isAfterWord = false;
    } else {
      if (!isAfterWord) starts.push(index);
      isAfterWord =
        (codeUnit >= 0x61 && codeUnit <= 0x7a) || (codeUnit >= 0x30 && codeUnit <= 0x39);
    }
  }
}

function isAsciiSpace(codeUnit: number): boolean {
  return codeUnit === 0x20 || (codeUnit >= 0x09 && codeUnit <= 0x0d);
}

function addTerms(field: string, terms: Set<string>): void {
  const segments = UNSPACED_SCRIPT.test(field) ? findSegmentStarts(field) : undefined;
  const starts: number[] = [];
  let folded = '';
  let index = 0;
  let isAfterWord = false;
  for (const text of field) {
    const character = getCharacterInfo(text);
    if (character.kind === 'space') {
      addTermsFrom(folded, starts, terms);
      folded = '';
      isAfterWord = false;
    } else if (character.kind !== 'mark') {
      // Terms are stored as the positions of their starts in the folded text, whose length may differ.
      if (!isAfterWord || segments?.has(index)) starts.push(folded.length);
      isAfterWord = character.kind === 'word';
    } else if (index === 0) {
      starts.push(0);
    }
    folded += character.kind === 'space' ? '' : character.folded;
    index += text.length;
  }
  addTermsFrom(folded, starts, terms);
}

function addTermsFrom(folded: string, starts: number[], terms: Set<string>): void {
  for (const start of starts) {
    // 200 code points are at most 400 units; without this a long text would be copied per start.
    const term = truncateToCodePoints(
      folded.slice(start, start + 2 * MAX_TERM_CODE_POINTS),
      MAX_TERM_CODE_POINTS,
    );
    if (term !== '') terms.add(term);
  }
  starts.length = 0;
}

/** Starts of segments that belong to, or follow, a script without spaces. */
function findSegmentStarts(field: string): Set<number> {
  const starts = new Set<number>();
  let isPreviousUnspaced = false;
  for (const { index, segment } of segmenter.segment(field)) {
    const isUnspaced = UNSPACED_SCRIPT.test(segment);
    if (isUnspaced || isPreviousUnspaced) starts.add(index);
    isPreviousUnspaced = isUnspaced;
  }
  return starts;
}

function getCharacterInfo(character: string): CharacterInfo {
  const codePoint = character.codePointAt(0) ?? 0;
  const known = characterCache.get(codePoint);
  if (known !== undefined) return known;
  const info = { folded: foldCharacter(character), kind: classifyCharacter(character) };
  if (characterCache.size < MAX_CACHED_CHARACTERS) characterCache.set(codePoint, info);
  return info;
}

function classifyCharacter(character: string): CharacterInfo['kind'] {
  if (LETTER_OR_DIGIT.test(character)) return 'word';
  if (WHITE_SPACE.test(character)) return 'space';
  return MARK.test(character) ? 'mark' : 'other';
}

function foldCharacter(character: string): string {
  // A lone surrogate can't be stored; both databases would store the replacement character.
  if (/^\p{Cs}$/u.test(character)) return '\ufffd';
  const isSpace = WHITE_SPACE.test(character);
  let folded = '';
  for (const part of character.normalize('NFKD')) {
    // The decomposition of a spacing accent starts with a space, which is not white space of the text.
    if (IGNORED_MARK.test(part) || (part === ' ' && !isSpace)) continue;
    // Via upper case, which unites the two small sigmas, the two small i, and sharp s with ss.
    const lower = part.toLowerCase().toUpperCase().toLowerCase();
    folded += EXTRA_DECOMPOSITIONS[lower] ?? lower;
  }
  return folded;
}

/** Cuts a text after a number of code points. */
export function truncateToCodePoints(text: string, maxCodePoints: number): string {
  if (text.length <= maxCodePoints) return text;
  let end = 0;
  for (let count = 0; count < maxCodePoints && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/** Pattern of a text on one line: without control characters and separators of lines and paragraphs. */
export const ONE_LINE_PATTERN = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$';
