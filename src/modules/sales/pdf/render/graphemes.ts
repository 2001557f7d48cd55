const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Length of the segmented parts, because the time of Intl.Segmenter grows with the square of the length. */
const WINDOW_UTF16_UNITS = 512;

/** Splits a text into grapheme clusters; a cluster that is longer than the window is split. */
export function* splitGraphemes(text: string): Generator<string> {
  for (let position = 0; position < text.length;) {
    const window = text.slice(position, position + WINDOW_UTF16_UNITS);
    const isLast = position + WINDOW_UTF16_UNITS >= text.length;
    let consumedLength = 0;
    for (const { segment } of segmenter.segment(window)) {
      // The last cluster may continue after the window, so the next window handles it.
      if (!isLast && consumedLength > 0 && consumedLength + segment.length === window.length) break;
      yield segment;
      consumedLength += segment.length;
    }
    position += consumedLength;
  }
}
