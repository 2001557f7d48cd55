/**
 * Converts an e-mail address to the form in which addresses are compared: in Unicode NFC and without case. For an
 * address in NFC, it is at most twice as long.
 */
export function toEmailKey(email: string): string {
  // One capital letter has two small sigmas; which one `toLowerCase` returns depends on the letters around it.
  return email.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}
