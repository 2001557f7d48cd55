const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How much is segmented at once: the time that Intl.Segmenter takes grows with its square. */
const WINDOW_UTF16_UNITS = 512;

/** The characters of a text as a reader counts them; one that is longer than the window comes in parts. */
export function* splitGraphemes(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const window = text.slice(at, at + WINDOW_UTF16_UNITS);
    const isLast = at + WINDOW_UTF16_UNITS >= text.length;
    let taken = 0;
    for (const { segment } of segmenter.segment(window)) {
      // The last one may go on behind the window: it is left to the next.
      if (!isLast && taken > 0 && taken + segment.length === window.length) break;
      yield segment;
      taken += segment.length;
    }
    at += taken;
  }
}
