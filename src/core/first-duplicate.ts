/**
 * The index of the first value that is repeated or is already known.
 * @returns -1 if all values are unique
 */
export function indexOfFirstDuplicate<T>(values: readonly T[], known: Iterable<T> = []): number {
  const seen = new Set(known);
  return values.findIndex((value) => seen.size === seen.add(value).size);
}
