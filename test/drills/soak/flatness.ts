import type { Sample, Series } from './series';

/** The middle of what a series was in the first and in the last third of a soak. */
export interface SeriesEnds {
  readonly first: number;
  readonly last: number;
}

/** @param samples those after the warm-up */
export function toEnds(samples: readonly Sample[], { name }: Series): SeriesEnds {
  const third = Math.ceil(samples.length / 3);
  const middle = (some: readonly Sample[]): number =>
    quantile(
      some.map(({ values }) => values[name] ?? NaN),
      0.5,
    );
  return { first: middle(samples.slice(0, third)), last: middle(samples.slice(-third)) };
}

/** Series that have grown, and tables that were never swept, a line each. @param samples those after the warm-up */
export function findTrends(samples: readonly Sample[], series: readonly Series[]): string[] {
  return series.flatMap((one) => {
    const { first, last } = toEnds(samples, one);
    const most = first * (1 + one.tolerance.share) + one.tolerance.plus;
    // Not `>`: what could not be read is NaN, and no proof.
    const isFlat = last <= most;
    const found = isFlat
      ? []
      : [`${one.name} was ${first.toFixed(1)}, and in the end ${last.toFixed(1)}`];
    if (one.isSwept === true && !hasFallen(samples, one)) found.push(`${one.name} was never swept`);
    return found;
  });
}

/** The value that a share of all are at most; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

function hasFallen(samples: readonly Sample[], { name }: Series): boolean {
  const values = samples.map(({ values: all }) => all[name] ?? NaN);
  return values.some((value, at) => value < (values[at - 1] ?? -Infinity));
}
