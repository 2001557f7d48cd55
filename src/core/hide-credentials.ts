/** Returns a text that may be a URL without its user name and password, for messages. */
export function hideCredentials(text: string): string {
  return text.replace(/\/\/.*@/, '//***@');
}
