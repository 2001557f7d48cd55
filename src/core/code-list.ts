/** A list of numeric codes with their names, in this order. */
export interface CodeList<C extends number = number> {
  readonly numbers: readonly C[];
  /** In the order of the numbers. */
  readonly names: readonly string[];
  /** For example `1 Pending, 3 Authorized`. */
  readonly description: string;
}

type CodeEntry = readonly [number: number, name: string];

/** Creates a code list from pairs of a number and its name. */
export function defineCodes<const E extends readonly CodeEntry[]>(
  entries: E,
): CodeList<E[number][0]> {
  return {
    numbers: entries.map(([number]) => number),
    names: entries.map(([, name]) => name),
    description: entries.map(([number, name]) => `${number} ${name}`).join(', '),
  };
}

/** Creates a code list from constants: `{ shortText: 3 }` becomes `3 short text`. */
export function defineCodesFromConstants<C extends number>(
  constants: Readonly<Record<string, C>>,
): CodeList<C> {
  const entries = Object.entries(constants).map(
    ([key, number]) => [number, camelCaseToWords(key)] as const,
  );
  return defineCodes(entries);
}

/** Selects some of the codes, in the order of the numbers. */
export function pickCodes<C extends number>(codes: CodeList, numbers: readonly C[]): CodeList<C> {
  return defineCodes(numbers.map((number) => [number, getCodeName(codes, number)] as const));
}

/** Adds 0 as the first code, with a name of its own. */
export function withZeroCode<C extends number>(name: string, codes: CodeList<C>): CodeList<C | 0> {
  const entries = codes.numbers.map((number) => [number, getCodeName(codes, number)] as const);
  return defineCodes([[0, name], ...entries]);
}

/** The name of a code; "" for an unknown number. */
export function getCodeName({ numbers, names }: CodeList, number: number): string {
  return names[numbers.indexOf(number)] ?? '';
}

/** The number of a code by its name. @throws Error if no code has the name */
export function getCodeNumber<C extends number>({ numbers, names }: CodeList<C>, name: string): C {
  const number = numbers[names.indexOf(name)];
  if (number === undefined) throw new Error(`No code has the name ${name}`);
  return number;
}

/** Formats a code for a sentence: `1 (Pending)`. */
export function formatCode(codes: CodeList, number: number): string {
  const name = getCodeName(codes, number);
  return name === '' ? String(number) : `${number} (${name})`;
}

/** Formats several codes for a sentence: `6 (Deleted), -1 (Denied) and -11 (Order deleted)`. */
export function formatCodes(codes: CodeList, numbers: Iterable<number>): string {
  const formatted = [...numbers].map((number) => formatCode(codes, number));
  const last = formatted.pop() ?? '';
  return formatted.length === 0 ? last : `${formatted.join(', ')} and ${last}`;
}

/** The names as identifiers, for generated clients: `NotAuthorized`. */
export function toEnumVarNames({ names }: CodeList): string[] {
  return names.map((name) =>
    name
      .split(/[^\p{L}\p{N}]+/u)
      .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
      .join(''),
  );
}

/** `shortText` -> `short text` */
function camelCaseToWords(identifier: string): string {
  return identifier.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
