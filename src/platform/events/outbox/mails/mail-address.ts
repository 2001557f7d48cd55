/**
 * Whether a text is one plain e-mail address: nothing that a mail server or a header reads as more than that
 * (quotes, lists, comments, routes, line breaks).
 */
export function isPlainAddress(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@"`(),:;<>[\\\]\p{Cc}]{1,64}@[^\s@"`(),:;<>[\\\]\p{Cc}]+$/u.test(text)
  );
}
