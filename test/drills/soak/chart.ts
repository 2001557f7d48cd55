import {
  horizontalGridLine,
  toLineColour,
  curve,
  type Point,
  svg,
  text,
} from '../../support/pictures/svg';
import type { Sample, Series } from './series';

const COLUMNS = 2;
const WIDTH = 860;
const PANEL = { width: 430, height: 300 };
const TITLE = 30;
/** Room in a panel for its axes and its titles. */
const LEFT = 56;
const TOP = 26;
const RIGHT = 12;
const LEGEND = 64;
const AXIS = 20;
const LINE = 16;
/** Titles of lines next to each other. */
const TITLES_PER_LINE = 2;
const GRID_LINES = 4;
/** More points than these are indistinguishable. */
const POINTS = 180;

/** A chart of a soak as SVG: a panel for what has the same unit, minutes along the bottom. */
export function chart(
  title: string,
  samples: readonly Sample[],
  series: readonly Series[],
): string {
  const panels = [...new Set(series.map(({ panel }) => panel))];
  const parts = panels.flatMap((panel, at) => {
    const left = (at % COLUMNS) * PANEL.width;
    const top = TITLE + Math.floor(at / COLUMNS) * PANEL.height;
    const own = series.filter((one) => one.panel === panel);
    return toPanel(panel, samples, own).map((part) => part([left, top]));
  });
  const height = TITLE + Math.ceil(panels.length / COLUMNS) * PANEL.height;
  return svg(WIDTH, height, [text([LEFT, AXIS], title), ...parts]);
}

/** Draws something in a panel whose corner is there. */
type PanelPart = (corner: Point) => string;

function toPanel(
  title: string,
  samples: readonly Sample[],
  series: readonly Series[],
): PanelPart[] {
  const minutes = samples.at(-1)?.at ?? 0;
  const largest = Math.max(
    ...series.flatMap(({ name }) => samples.map(({ values }) => values[name] ?? 0)),
  );
  const most = roundUp(largest);
  const right = PANEL.width - RIGHT;
  const bottom = PANEL.height - LEGEND - AXIS;
  const x = (at: number): number => LEFT + ((right - LEFT) * at) / Math.max(minutes, 1e-9);
  const y = (value: number): number => bottom - ((bottom - TOP) * value) / most;
  const at = (point: Point, words: string, colour?: string): PanelPart => {
    const [across, down] = point;
    return ([left, top]) => text([left + across, top + down], words, colour);
  };
  const grid = Array.from({ length: GRID_LINES + 1 }, (_, step) => (step * most) / GRID_LINES);
  return [
    at([LEFT, TOP - 10], title),
    ...grid.flatMap((value): PanelPart[] => [
      ([left, top]) => horizontalGridLine(left + LEFT, left + right, top + y(value)),
      at([4, y(value) + 4], value.toLocaleString('en')),
    ]),
    at([LEFT, bottom + LINE], '0'),
    at([right - 50, bottom + LINE], `${Math.round(minutes)} min`),
    ...series.flatMap(({ name }, place): PanelPart[] => [
      ([left, top]) => {
        const points = thinSamples(samples, name).map(([minute, value]): Point => [
          Math.round(left + x(minute)),
          top + y(value),
        ]);
        return curve(points, place);
      },
      at(
        [
          LEFT + (place % TITLES_PER_LINE) * ((right - LEFT) / TITLES_PER_LINE),
          bottom + 2 * LINE + Math.floor(place / TITLES_PER_LINE) * LINE,
        ],
        name,
        toLineColour(place),
      ),
    ]),
  ];
}

/** Means of consecutive samples. */
function thinSamples(samples: readonly Sample[], name: string): Point[] {
  const size = Math.ceil(samples.length / POINTS);
  const points: Point[] = [];
  for (let from = 0; from < samples.length; from += size) {
    const some = samples.slice(from, from + size);
    const mean = (values: readonly number[]): number =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    points.push([
      mean(some.map(({ at }) => at)),
      mean(some.map(({ values }) => values[name] ?? 0)),
    ]);
  }
  return points;
}

/** 1, 2, 4 or 8 times a power of ten: its quarters are short numbers. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return ([1, 2, 4, 8].find((times) => times * power >= value) ?? 10) * power;
}
