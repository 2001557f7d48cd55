/** Texts that identify a person in other texts. */
export interface PersonIdentifiers {
  /** Unique wherever they occur: e-mail addresses, phones, tax numbers. */
  readonly anywhere: readonly string[];
  /** First and last name, which others may share. Removed wherever they occur in texts about the person. */
  readonly names: readonly string[];
  /** Unique if they are the whole text: the person's names in the store. */
  readonly alone: readonly string[];
  /** Unique if several of them occur together: names, streets. */
  readonly together: readonly string[];
  /** All other texts of the person's records; removed from values that are about the person. */
  readonly beside: readonly string[];
}

export const NO_IDENTIFIERS: PersonIdentifiers = {
  anywhere: [],
  names: [],
  alone: [],
  together: [],
  beside: [],
};

/** Shorter texts also occur in texts about others. */
const MIN_ANYWHERE_LENGTH = 6;
/** Maximum number of texts in a group. The latest are kept: what is searched for them is stored for a short time. */
const MAX_TEXTS_PER_GROUP = 2000;
/** Number of texts that must occur together. */
const MIN_TEXTS_TOGETHER = 3;

type RowTexts = Readonly<Record<string, unknown>>;

const identifierGroupByColumn: Readonly<
  Record<string, 'anywhere' | 'names' | 'alone' | 'together'>
> = {
  email: 'anywhere',
  customerEmail: 'anywhere',
  customerName: 'names',
  phone: 'anywhere',
  mobile: 'anywhere',
  fax: 'anywhere',
  nif: 'anywhere',
  vat: 'anywhere',
  pId: 'alone',
  nick: 'alone',
  userPId: 'alone',
  firstName: 'together',
  lastName: 'together',
  company: 'together',
  address: 'together',
};

/** Adds the texts of rows, each with its personal columns by name. */
export function addIdentifiers(
  identifiers: PersonIdentifiers,
  rows: readonly RowTexts[],
): PersonIdentifiers {
  const setsByGroup = {
    anywhere: new Set(identifiers.anywhere),
    names: new Set(identifiers.names),
    alone: new Set(identifiers.alone),
    together: new Set(identifiers.together),
    beside: new Set(identifiers.beside),
  };
  for (const row of rows) {
    const { firstName = '', lastName = '' } = row;
    if (firstName !== '' && lastName !== '') setsByGroup.names.add([firstName, lastName].join(' '));
    for (const [name, value] of Object.entries(row)) {
      for (const text of listTexts(value)) {
        const group = identifierGroupByColumn[name] ?? 'beside';
        const isTooShort =
          (group === 'anywhere' || group === 'names') && text.length < MIN_ANYWHERE_LENGTH;
        setsByGroup[isTooShort ? 'together' : group].add(text);
      }
    }
  }
  return {
    anywhere: selectLatest(setsByGroup.anywhere),
    names: selectLatest(setsByGroup.names),
    alone: selectLatest(setsByGroup.alone),
    together: selectLatest(setsByGroup.together),
    beside: selectLatest(setsByGroup.beside),
  };
}

function selectLatest(texts: ReadonlySet<string>): string[] {
  return [...texts].slice(-MAX_TEXTS_PER_GROUP);
}

/** Yields the non-empty texts in a JSON value. */
function* listTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (value.trim() !== '') yield value;
  } else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    for (const one of Object.values(value)) yield* listTexts(one);
  }
}

/** Returns texts of which one must occur in a JSON text that is about the person. */
export function listSearchTexts({ anywhere, names, alone, together }: PersonIdentifiers): string[] {
  return [
    ...[...anywhere, ...names].map((text) => JSON.stringify(text).slice(1, -1)),
    ...[...alone, ...together].map((text) => JSON.stringify(text)),
  ];
}

/** Detects a person in JSON values, and removes the personal texts. */
export class PersonRedactor {
  private readonly alone: ReadonlySet<string>;
  private readonly together: ReadonlySet<string>;
  private readonly wholeTexts: ReadonlySet<string>;

  constructor(private readonly identifiers: PersonIdentifiers) {
    this.alone = new Set(identifiers.alone);
    this.together = new Set(identifiers.together);
    this.wholeTexts = new Set([
      ...identifiers.alone,
      ...identifiers.together,
      ...identifiers.beside,
    ]);
  }

  /** Whether a value is about the person. */
  isAboutPerson(value: unknown): boolean {
    const foundTexts = new Set<string>();
    for (const text of listTexts(value)) {
      if (
        this.alone.has(text) ||
        this.identifiers.anywhere.some((identifier) => text.includes(identifier))
      )
        return true;
      if (this.together.has(text)) foundTexts.add(text);
    }
    return foundTexts.size >= MIN_TEXTS_TOGETHER;
  }

  /** Returns the value without the texts about the person. */
  redact(value: unknown): unknown {
    if (typeof value === 'string') return this.redactText(value);
    if (Array.isArray(value)) return value.map((one) => this.redact(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.redact(one)]));
  }

  private redactText(text: string): string {
    if (this.wholeTexts.has(text)) return '';
    const { anywhere, names } = this.identifiers;
    return [...anywhere, ...names].reduce(
      (redacted, identifier) => redacted.replaceAll(identifier, ''),
      text,
    );
  }
}
