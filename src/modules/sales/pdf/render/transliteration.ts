let toAscii: ((text: string) => string) | undefined;

/** Loads the tables; they are large, and few documents need them. */
export async function loadTransliteration(): Promise<void> {
  toAscii ??= (await import('any-ascii')).default;
}

/**
 * A character of a script that no font has, in Latin letters; its number in Unicode where it has no sound, as
 * `[U+E000]`.
 */
export function transliterate(character: string): string {
  const latin = toAscii?.(character).trim() ?? '';
  if (latin !== '') return latin;
  const numbers = Array.from(character, (one) => one.codePointAt(0)?.toString(16).toUpperCase());
  return `[${numbers.map((one) => `U+${(one ?? '').padStart(4, '0')}`).join(' ')}]`;
}
