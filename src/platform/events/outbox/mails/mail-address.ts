/**
 * Whether a text is a single plain e-mail address. Quotes, lists, comments, routes, line breaks and everything else
 * with a meaning for a mail server or a header are excluded.
 */
export function isPlainMailAddress(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@"`(),:;<>[\\\]\p{Cc}]{1,64}@[^\s@"`(),:;<>[\\\]\p{Cc}]+$/u.test(text)
  );
}
