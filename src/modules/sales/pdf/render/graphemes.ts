const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** UTF-16 units that are segmented at once: the time that Intl.Segmenter takes grows with their square. */
const WINDOW = 512;

/** The characters of a text as a reader counts them; one of more than 512 units comes in parts. */
export function* graphemesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const window = text.slice(at, at + WINDOW);
    const isLast = at + WINDOW >= text.length;
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
