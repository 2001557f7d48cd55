/** Texts by which a person is found in other texts. */
export interface PersonIdentifiers {
  /** Say who it is wherever they stand: e-mail addresses, phones, tax numbers. */
  readonly anywhere: readonly string[];
  /** First and last name: others may be called so, too. Taken out wherever it stands in what is about the person. */
  readonly names: readonly string[];
  /** Say who it is where they are all of a text: what the person is called in the store. */
  readonly alone: readonly string[];
  /** Say who it is where several of them come together: names, streets. */
  readonly together: readonly string[];
  /** Everything else that the person's records say; taken out of what is about the person. */
  readonly beside: readonly string[];
}

export const NO_IDENTIFIERS: PersonIdentifiers = {
  anywhere: [],
  names: [],
  alone: [],
  together: [],
  beside: [],
};

/** Shorter ones stand in texts of others as well. */
const MIN_ANYWHERE_LENGTH = 6;
/** Texts of a kind: the latest, since what they are looked for in is not kept for long. */
const MAX_PER_GROUP = 2000;
/** How many have to come together. */
const MIN_TOGETHER = 3;

type RowTexts = Readonly<Record<string, unknown>>;

const groupByColumn: Readonly<Record<string, 'anywhere' | 'names' | 'alone' | 'together'>> = {
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

/** The marks with those of some rows, each its personal columns by name. */
export function addIdentifiers(
  marks: PersonIdentifiers,
  rows: readonly RowTexts[],
): PersonIdentifiers {
  const sets = {
    anywhere: new Set(marks.anywhere),
    names: new Set(marks.names),
    alone: new Set(marks.alone),
    together: new Set(marks.together),
    beside: new Set(marks.beside),
  };
  for (const row of rows) {
    const { firstName = '', lastName = '' } = row;
    if (firstName !== '' && lastName !== '') sets.names.add([firstName, lastName].join(' '));
    for (const [name, value] of Object.entries(row)) {
      for (const text of listTexts(value)) {
        const way = groupByColumn[name] ?? 'beside';
        const isTooShort =
          (way === 'anywhere' || way === 'names') && text.length < MIN_ANYWHERE_LENGTH;
        sets[isTooShort ? 'together' : way].add(text);
      }
    }
  }
  return {
    anywhere: selectLatest(sets.anywhere),
    names: selectLatest(sets.names),
    alone: selectLatest(sets.alone),
    together: selectLatest(sets.together),
    beside: selectLatest(sets.beside),
  };
}

function selectLatest(texts: ReadonlySet<string>): string[] {
  return [...texts].slice(-MAX_PER_GROUP);
}

/** The texts of a value of JSON that say something. */
function* listTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (value.trim() !== '') yield value;
  } else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    for (const one of Object.values(value)) yield* listTexts(one);
  }
}

/** What may stand in a text of JSON that is about the person: texts as they stand there. */
export function toSearchedTexts({ anywhere, names, alone, together }: PersonIdentifiers): string[] {
  return [
    ...[...anywhere, ...names].map((text) => JSON.stringify(text).slice(1, -1)),
    ...[...alone, ...together].map((text) => JSON.stringify(text)),
  ];
}

/** Finds a person in values of JSON, and takes out what is said there. */
export class Redaction {
  private readonly alone: ReadonlySet<string>;
  private readonly together: ReadonlySet<string>;
  private readonly whole: ReadonlySet<string>;

  constructor(private readonly identifiers: PersonIdentifiers) {
    this.alone = new Set(identifiers.alone);
    this.together = new Set(identifiers.together);
    this.whole = new Set([...identifiers.alone, ...identifiers.together, ...identifiers.beside]);
  }

  /** Whether a value is about the person. */
  isAbout(value: unknown): boolean {
    const met = new Set<string>();
    for (const text of listTexts(value)) {
      if (this.alone.has(text) || this.identifiers.anywhere.some((mark) => text.includes(mark)))
        return true;
      if (this.together.has(text)) met.add(text);
    }
    return met.size >= MIN_TOGETHER;
  }

  /** The same value without what it says of the person. */
  redact(value: unknown): unknown {
    if (typeof value === 'string') return this.redactText(value);
    if (Array.isArray(value)) return value.map((one) => this.redact(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.redact(one)]));
  }

  private redactText(text: string): string {
    if (this.whole.has(text)) return '';
    const { anywhere, names } = this.identifiers;
    return [...anywhere, ...names].reduce((rest, mark) => rest.replaceAll(mark, ''), text);
  }
}
