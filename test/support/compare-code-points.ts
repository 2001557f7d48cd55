/** Compares two texts by code point, as both databases do: it is the order of their bytes in UTF-8. */
export function compareCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
