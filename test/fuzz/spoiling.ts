import fc from 'fast-check';
import type { Fields } from './bodies';
import type { Draw } from './draw';

/** Texts that no member expects. */
export const nastyTexts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    ...['', '\0', 'a\0b', ' ', '💥', "' or 1=1--", '../../etc/passwd', '%00', '__proto__'],
    ...['constructor', 'null', 'NaN', '1e999', '-0', '9'.repeat(40), 'a'.repeat(5000), '\ud800'],
    ...['2026-02-30', '2026-W01', '+099999-01-01', '24:00', 'true', '0', '1.5', '-1', '*', '\\'],
  ),
);
/** Values that no member expects. */
export const nastyValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  nastyTexts,
  fc.constantFrom<unknown>(
    ...[null, [], {}, true, false, 0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 31) - 1, 5e-324],
    ...[{ $gt: '' }, { id: 1 }, [1], { toString: 1 }, { length: -1 }, [[]], [null]],
  ),
);

/** Where the values of a body stand. */
export function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const below = Object.entries(value).flatMap(([key, one]) => placesIn(one, [...path, key]));
  return path.length > 0 ? [path, ...below] : below;
}

export function parentOf(body: unknown, path: readonly string[]): Fields {
  return path.slice(0, -1).reduce((of, key) => of[key] as Fields, body as Fields);
}

/** The same with one of its values replaced. */
export function spoilt(body: unknown, draw: Draw): unknown {
  const places = placesIn(body);
  if (places.length === 0) return draw.of(nastyValues);
  const copy = structuredClone(body);
  const path = draw.pick(places);
  parentOf(copy, path)[path.at(-1) ?? ''] = draw.of(draw.chance(0.5) ? nastyTexts : nastyValues);
  return copy;
}
