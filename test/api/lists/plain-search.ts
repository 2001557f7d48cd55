/**
 * A second implementation of `q`, as plain as the interface's wording. Each term must begin a word of a field,
 * without regard to case and accents. It shares no code with the service.
 */

/** Case and accents of the scripts that the specs write in. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ς/g, 'σ');
}

/** The plain text from every beginning of a word on. */
function beginnings(field: string): string[] {
  const segments = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(field)];
  const unspaced = /\p{Script=Han}|\p{Script=Thai}/u;
  const starts = new Set<number>([0]);
  for (const { index, segment } of segments) if (unspaced.test(segment)) starts.add(index);
  for (const { index, 0: separator } of field.matchAll(/[^\p{L}\p{Nd}\p{M}]/gu)) {
    starts.add(index + separator.length);
  }
  return [...starts].map((start) => plain(field.slice(start)));
}

/** Whether `q` finds a record with these fields. */
export function finds(q: string, fields: readonly string[]): boolean {
  const words = fields.flatMap(beginnings);
  const terms = q.split(/\s+/).filter(Boolean).map(plain);
  return terms.every((term) => words.some((word) => word.startsWith(term)));
}
