/**
 * The place of the first value that stands before it already, or is among those known from elsewhere.
 * @returns -1 when every value is there once
 */
export function indexOfFirstDuplicate<T>(values: readonly T[], known: Iterable<T> = []): number {
  const seen = new Set(known);
  return values.findIndex((value) => seen.size === seen.add(value).size);
}
