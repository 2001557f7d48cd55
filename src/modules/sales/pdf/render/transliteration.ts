let toAscii: ((text: string) => string) | undefined;

/** Loads the large tables on demand. */
export async function loadTransliteration(): Promise<void> {
  toAscii ??= (await import('any-ascii')).default;
}

/**
 * Transliterates a character without a glyph to Latin letters. Characters without a transliteration become their code
 * point: `[U+E000]`.
 */
export function transliterate(character: string): string {
  const latin = toAscii?.(character).trim() ?? '';
  if (latin !== '') return latin;
  const numbers = Array.from(character, (one) => one.codePointAt(0)?.toString(16).toUpperCase());
  return `[${numbers.map((one) => `U+${(one ?? '').padStart(4, '0')}`).join(' ')}]`;
}
