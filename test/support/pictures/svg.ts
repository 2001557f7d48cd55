const COLOURS = ['#1b6ca8', '#c8553d', '#3a7d44', '#8e5aa8', '#b8860b', '#4a4e69', '#0f8b8d'];
const INK = '#333';
const GRID = '#ddd';

/** A point in the units of the picture. */
export type Point = readonly [x: number, y: number];

/** A picture of parts, as SVG on white. */
export function svg(width: number, height: number, parts: readonly string[]): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
    `font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="#fff"/>` +
    `${parts.join('\n')}</svg>\n`
  );
}

/** A line of text that begins at a point. */
export function text([x, y]: Point, words: string, colour = INK): string {
  return `<text x="${x}" y="${y}" fill="${colour}">${words}</text>`;
}

/** A line of the grid, across. */
export function horizontalGridLine(from: number, to: number, y: number): string {
  return `<path d="M${from} ${y}H${to}" stroke="${GRID}"/>`;
}

/** The colour of the line at a place: dashes tell those apart that come to the same one. */
export function toLineColour(place: number): string {
  return COLOURS[place % COLOURS.length]!;
}

/** A line through points. @param place among the lines of its chart */
export function curve(points: readonly Point[], place: number): string {
  const through = points.map(([x, y]) => `${x},${y.toFixed(1)}`).join(' ');
  const dashes = place < COLOURS.length ? '' : ' stroke-dasharray="6 3"';
  return `<polyline points="${through}" fill="none" stroke="${toLineColour(place)}" stroke-width="2"${dashes}/>`;
}
