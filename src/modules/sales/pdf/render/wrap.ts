import { graphemesOf } from './graphemes';
import { wordsOf } from './words';

/** Up to it a word is measured as a whole, which takes memory and time. */
const LONGEST_WORD_UTF16_UNITS = 200;

/**
 * Breaks text into lines: at its line breaks, at spaces (several count as one), between words of scripts that
 * write them without spaces, and inside of words that are wider than a line.
 * @param measure width of a text, in the unit of `width`
 * @returns at least one line; none is wider than `width`, unless a single character is
 */
export function wrap(text: string, width: number, measure: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width, measure));
}

/** The text if it fits into the width, else as much of it as does, and an ellipsis. */
export function shortened(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const [start = ''] = pieces(text, width - measure('…'), measure);
  return `${start.trimEnd()}…`;
}

function wrapParagraph(
  paragraph: string,
  width: number,
  measure: (text: string) => number,
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const { text: word, isJoined } of wordsOf(paragraph)) {
    const isLong = word.length > LONGEST_WORD_UTF16_UNITS;
    const joined = line === '' || isJoined ? line + word : `${line} ${word}`;
    if (!isLong && measure(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    const fits = !isLong && measure(word) <= width;
    const parts = fits ? [word] : pieces(word, width, measure);
    line = parts.pop() ?? '';
    for (const part of parts) lines.push(part);
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
}

/** Pieces of a word, each as long as the width allows; where possible they end after a sign that divides. */
function pieces(word: string, width: number, measure: (text: string) => number): string[] {
  const found: string[] = [];
  let piece = '';
  let used = 0;
  for (const segment of graphemesOf(word)) {
    // Character by character: to measure every beginning of the word would take the square of its length.
    const size = measure(segment);
    if (piece !== '' && used + size > width) {
      const end = endOfPiece(piece);
      found.push(piece.slice(0, end));
      piece = piece.slice(end);
      used = piece === '' ? 0 : measure(piece);
    }
    piece += segment;
    used += size;
  }
  return piece === '' ? found : [...found, piece];
}

/** After the last dividing sign in the second half of a piece; else where it ends. */
function endOfPiece(piece: string): number {
  const end = Math.max(...[...'-/_.,;:@'].map((sign) => piece.lastIndexOf(sign))) + 1;
  return end > piece.length / 2 ? end : piece.length;
}
