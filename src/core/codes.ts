/** Numbers that stand for something, each with its name; listed in this order. */
export interface CodeList<C extends number = number> {
  readonly numbers: readonly C[];
  /** In the order of the numbers. */
  readonly names: readonly string[];
  /** For example `1 Pending, 3 Authorized`. */
  readonly text: string;
}

type CodeEntry = readonly [number: number, name: string];

/** Codes of pairs of a number and its name. */
export function defineCodes<const E extends readonly CodeEntry[]>(
  entries: E,
): CodeList<E[number][0]> {
  return {
    numbers: entries.map(([number]) => number),
    names: entries.map(([, name]) => name),
    text: entries.map(([number, name]) => `${number} ${name}`).join(', '),
  };
}

/** Codes of constants: `{ shortText: 3 }` is 3 short text. */
export function defineCodesFromConstants<C extends number>(
  constants: Readonly<Record<string, C>>,
): CodeList<C> {
  const entries = Object.entries(constants).map(([key, number]) => [number, toWords(key)] as const);
  return defineCodes(entries);
}

/** Some of the codes, in the order of the numbers given. */
export function pickCodes<C extends number>(codes: CodeList, numbers: readonly C[]): CodeList<C> {
  return defineCodes(numbers.map((number) => [number, codeName(codes, number)] as const));
}

/** The codes with 0 in front, which stands for something besides them. */
export function withZeroCode<C extends number>(name: string, codes: CodeList<C>): CodeList<C | 0> {
  const entries = codes.numbers.map((number) => [number, codeName(codes, number)] as const);
  return defineCodes([[0, name], ...entries]);
}

/** "" for a number that is none of the codes. */
export function codeName({ numbers, names }: CodeList, number: number): string {
  return names[numbers.indexOf(number)] ?? '';
}

/** @throws Error for a name that none of the codes has */
export function getCodeNumber<C extends number>({ numbers, names }: CodeList<C>, name: string): C {
  const number = numbers[names.indexOf(name)];
  if (number === undefined) throw new Error(`No code is called ${name}`);
  return number;
}

/** A code in a sentence: `1 (Pending)`. */
export function formatCode(codes: CodeList, number: number): string {
  const name = codeName(codes, number);
  return name === '' ? String(number) : `${number} (${name})`;
}

/** Several in a sentence: `6 (Deleted), -1 (Denied) and -11 (Order deleted)`. */
export function formatCodes(codes: CodeList, numbers: Iterable<number>): string {
  const all = [...numbers].map((number) => formatCode(codes, number));
  const last = all.pop() ?? '';
  return all.length === 0 ? last : `${all.join(', ')} and ${last}`;
}

/** The names as programs write them, for generated clients: `NotAuthorized`. */
export function toEnumVarNames({ names }: CodeList): string[] {
  return names.map((name) =>
    name
      .split(/[^\p{L}\p{N}]+/u)
      .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
      .join(''),
  );
}

/** `shortText` -> `short text` */
function toWords(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
