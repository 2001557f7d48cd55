/** What may be shown of an address: without path and query, which hold secrets as a rule. Empty where it is none. */
export function toUrlOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
