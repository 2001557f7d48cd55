/** Numbers that stand for something, each with its name; listed in this order. */
export interface Codes<C extends number = number> {
  readonly numbers: readonly C[];
  /** In the order of the numbers. */
  readonly names: readonly string[];
  /** For example `1 Pending, 3 Authorized`. */
  readonly text: string;
}

type Entry = readonly [number: number, name: string];

/** Codes of pairs of a number and its name. */
export function codesOf<const E extends readonly Entry[]>(entries: E): Codes<E[number][0]> {
  return {
    numbers: entries.map(([number]) => number),
    names: entries.map(([, name]) => name),
    text: entries.map(([number, name]) => `${number} ${name}`).join(', '),
  };
}

/** Codes of constants: `{ shortText: 3 }` is 3 short text. */
export function codesOfConstants<C extends number>(
  constants: Readonly<Record<string, C>>,
): Codes<C> {
  const entries = Object.entries(constants).map(([key, number]) => [number, words(key)] as const);
  return codesOf(entries);
}

/** Some of the codes, in the order of the numbers given. */
export function only<C extends number>(codes: Codes, numbers: readonly C[]): Codes<C> {
  return codesOf(numbers.map((number) => [number, nameOf(codes, number)] as const));
}

/** The codes with 0 in front, which stands for something besides them. */
export function withZero<C extends number>(name: string, codes: Codes<C>): Codes<C | 0> {
  const entries = codes.numbers.map((number) => [number, nameOf(codes, number)] as const);
  return codesOf([[0, name], ...entries]);
}

/** "" for a number that is none of the codes. */
export function nameOf({ numbers, names }: Codes, number: number): string {
  return names[numbers.indexOf(number)] ?? '';
}

/** @throws Error for a name that none of the codes has */
export function numberOf<C extends number>({ numbers, names }: Codes<C>, name: string): C {
  const number = numbers[names.indexOf(name)];
  if (number === undefined) throw new Error(`No code is called ${name}`);
  return number;
}

/** A code in a sentence: `1 (Pending)`. */
export function formatCode(codes: Codes, number: number): string {
  const name = nameOf(codes, number);
  return name === '' ? String(number) : `${number} (${name})`;
}

/** Several in a sentence: `6 (Deleted), -1 (Denied) and -11 (Order deleted)`. */
export function formatCodes(codes: Codes, numbers: Iterable<number>): string {
  const all = [...numbers].map((number) => formatCode(codes, number));
  const last = all.pop() ?? '';
  return all.length === 0 ? last : `${all.join(', ')} and ${last}`;
}

/** The names as programs write them, for generated clients: `NotAuthorized`. */
export function variableNames({ names }: Codes): string[] {
  return names.map((name) =>
    name
      .split(/[^\p{L}\p{N}]+/u)
      .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
      .join(''),
  );
}

/** `shortText` -> `short text` */
function words(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
