/** The lines between which a page holds text that is generated. */
export interface TextMarkers {
  readonly start: string;
  readonly end: string;
}

/**
 * Puts text between its marks in a page.
 * @param what the text is, for the error
 * @throws Error when the page has no such marks
 */
export function withMarkedText(
  page: string,
  { start, end }: TextMarkers,
  text: string,
  what: string,
): string {
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The page has no marks for ${what}.`);
  return `${page.slice(0, from)}${start}\n\n${text}\n\n${page.slice(to)}`;
}
