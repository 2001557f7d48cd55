/**
 * Parses the URL of a webhook: absolute, http or https, without user name, password and fragment.
 * @returns undefined for any other text
 */
export function parseWebhookUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return isPlain && url.hostname !== '' && url.hash === '' ? url : undefined;
}
