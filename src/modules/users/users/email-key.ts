/** The form in which e-mail addresses are compared: without case. At most twice as long as the address. */
export function emailKey(email: string): string {
  // One capital letter stands for both small sigmas; which of them it becomes depends on the letters around it.
  return email.toLowerCase().replaceAll('ς', 'σ');
}
