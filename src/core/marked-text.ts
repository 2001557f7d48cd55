/** The marker lines around a generated text in a page. */
export interface TextMarkers {
  readonly start: string;
  readonly end: string;
}

/**
 * Replaces the text between the markers in a page.
 * @param what name of the text, for the error
 * @throws Error if the page has no such markers
 */
export function withMarkedText(
  page: string,
  { start, end }: TextMarkers,
  text: string,
  what: string,
): string {
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The page has no markers for ${what}.`);
  return `${page.slice(0, from)}${start}\n\n${text}\n\n${page.slice(to)}`;
}
