/** What one case takes at each size. */
interface Line {
  readonly title: string;
  readonly values: readonly number[];
}

const WIDTH = 860;
const HEIGHT = 420;
const MARGIN = 48;
/** Where lines end and their titles begin. */
const RIGHT = 470;
/** Decades of milliseconds that are drawn, from a tenth. */
const DECADES = 4;
const COLOURS = ['#1b6ca8', '#c8553d', '#3a7d44', '#8e5aa8', '#b8860b', '#4a4e69', '#0f8b8d'];
const GAP = 24;

/** A chart as SVG: both axes are logarithmic. @param sizes along the bottom */
export function chart(title: string, sizes: readonly number[], lines: readonly Line[]): string {
  const x = (at: number): number =>
    MARGIN + (at * (RIGHT - MARGIN)) / Math.max(1, sizes.length - 1);
  const y = (ms: number): number => {
    const decade = Math.log10(Math.max(ms, 0.1)) + 1;
    return HEIGHT - MARGIN - (Math.min(decade, DECADES) / DECADES) * (HEIGHT - 2 * MARGIN);
  };
  const parts = [text(MARGIN, GAP, title)];
  for (let decade = 0; decade <= DECADES; decade++) {
    const ms = 10 ** (decade - 1);
    parts.push(
      `<path d="M${MARGIN} ${y(ms)}H${RIGHT}" stroke="#ddd"/>`,
      text(6, y(ms) + 4, String(ms)),
    );
  }
  sizes.forEach((size, at) =>
    parts.push(text(x(at) - GAP, HEIGHT - GAP, size.toLocaleString('en'))),
  );
  lines.forEach(({ title: of, values }, at) => {
    const colour = COLOURS[at % COLOURS.length]!;
    const points = values.map((ms, size) => `${x(size)},${y(ms).toFixed(1)}`).join(' ');
    const dashes = at < COLOURS.length ? '' : ' stroke-dasharray="6 3"';
    parts.push(
      `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"${dashes}/>`,
      text(RIGHT + GAP, MARGIN + at * GAP, `${of}: ${values.at(-1)?.toFixed(1)} ms`, colour),
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
    `font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="#fff"/>` +
    `${parts.join('\n')}</svg>\n`
  );
}

function text(x: number, y: number, words: string, colour = '#333'): string {
  return `<text x="${x}" y="${y}" fill="${colour}">${words}</text>`;
}
