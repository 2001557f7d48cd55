const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Length of the segmented parts, because the time of Intl.Segmenter grows with the square of the length. */
const WINDOW_UTF16_UNITS = 512;

/** Splits a text into grapheme clusters; a cluster that is longer than the window is split. */
export function* splitGraphemes(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const window = text.slice(at, at + WINDOW_UTF16_UNITS);
    const isLast = at + WINDOW_UTF16_UNITS >= text.length;
    let taken = 0;
    for (const { segment } of segmenter.segment(window)) {
      // The last cluster may continue after the window, so the next window handles it.
      if (!isLast && taken > 0 && taken + segment.length === window.length) break;
      yield segment;
      taken += segment.length;
    }
    at += taken;
  }
}
