/** The part of an address that may be shown: path and query often contain secrets. Empty for an invalid address. */
export function toUrlOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
