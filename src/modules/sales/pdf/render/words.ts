import { graphemesOf } from './graphemes';

/** What is not torn apart by the end of a line, if that can be helped. */
export interface Word {
  readonly text: string;
  /** Whether it follows the one before it without a space. */
  readonly isJoined: boolean;
}

/** Scripts that write words without spaces between them. */
const spaceless =
  /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
/** What begins no line: it closes, or lengthens what stands before it. */
const closing =
  /^[\p{Pe}\p{Pf}\p{Po}\p{Lm}\p{M}ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々%％℃]/u;
/** What ends no line: it opens. */
const opening = /[\p{Ps}\p{Pi}¥￥$€]$/u;

/** How much is segmented at once: the time that Intl.Segmenter takes grows with its square. */
const PART_UTF16_UNITS = 256;

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** The words of a paragraph. */
export function* wordsOf(paragraph: string): Generator<Word> {
  for (const text of paragraph.split(' ')) {
    if (text === '') continue;
    if (!spaceless.test(text)) yield { text, isJoined: false };
    else yield* unitsOf(text);
  }
}

function* unitsOf(text: string): Generator<Word> {
  let unit = '';
  let isJoined = false;
  for (const part of partsOf(text)) {
    for (const { segment } of segmenter.segment(part)) {
      if (unit !== '' && !closing.test(segment) && !opening.test(unit)) {
        yield { text: unit, isJoined };
        isJoined = true;
        unit = '';
      }
      unit += segment;
    }
  }
  if (unit !== '') yield { text: unit, isJoined };
}

function* partsOf(text: string): Generator<string> {
  let part = '';
  for (const grapheme of graphemesOf(text)) {
    part += grapheme;
    if (part.length < PART_UTF16_UNITS) continue;
    yield part;
    part = '';
  }
  if (part !== '') yield part;
}
