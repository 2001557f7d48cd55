import { horizontalGridLine, toLineColour, curve, svg, text } from '../test/support/pictures/svg';

/** The times of one case at each size. */
interface Line {
  readonly title: string;
  readonly values: readonly number[];
}

const WIDTH = 860;
const HEIGHT = 420;
const MARGIN = 48;
/** Right end of the lines, where their titles start. */
const RIGHT = 470;
/** Number of decades on the axis, starting at a tenth of a millisecond. */
const DECADES = 4;
const GAP = 24;

/** Draws a chart with two logarithmic axes as SVG. @param sizes sizes on the horizontal axis */
export function chart(title: string, sizes: readonly number[], lines: readonly Line[]): string {
  const x = (at: number): number =>
    MARGIN + (at * (RIGHT - MARGIN)) / Math.max(1, sizes.length - 1);
  const y = (ms: number): number => {
    const decade = Math.log10(Math.max(ms, 0.1)) + 1;
    return HEIGHT - MARGIN - (Math.min(decade, DECADES) / DECADES) * (HEIGHT - 2 * MARGIN);
  };
  const parts = [text([MARGIN, GAP], title)];
  for (let decade = 0; decade <= DECADES; decade++) {
    const ms = 10 ** (decade - 1);
    parts.push(horizontalGridLine(MARGIN, RIGHT, y(ms)), text([6, y(ms) + 4], String(ms)));
  }
  sizes.forEach((size, at) =>
    parts.push(text([x(at) - GAP, HEIGHT - GAP], size.toLocaleString('en'))),
  );
  lines.forEach(({ title: lineTitle, values }, at) => {
    const last = `${lineTitle}: ${values.at(-1)?.toFixed(1)} ms`;
    parts.push(
      curve(
        values.map((ms, size) => [x(size), y(ms)]),
        at,
      ),
      text([RIGHT + GAP, MARGIN + at * GAP], last, toLineColour(at)),
    );
  });
  return svg(WIDTH, HEIGHT, parts);
}
