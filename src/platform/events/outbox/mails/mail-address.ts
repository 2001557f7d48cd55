/**
 * Whether a text is a single plain e-mail address, without anything to which a mail server or a header would give a
 * meaning (quotes, lists, comments, routes, line breaks).
 */
export function isPlainAddress(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@"`(),:;<>[\\\]\p{Cc}]{1,64}@[^\s@"`(),:;<>[\\\]\p{Cc}]+$/u.test(text)
  );
}
