import { isUtf8 } from 'node:buffer';
import type { Validator, Validators } from '../../../api/shape/shapes';
import { type CaseNormalizer, createCaseNormalizer } from '../../../api/shape/standard-case';
import { JsonError, parseJson } from '../../../core/json';
import { includesScope } from '../../../core/scopes';
import { fingerprint } from './fingerprint';
import { fieldsSchemaOf } from './line-schema';
import { MAX_LINE_BYTES, type RawLine } from './line-splitter';
import type { ImportRecord, ImportCaller, ImportRecordType, Rejected } from './line-type';
import type { ImportRecordTypes } from './line-types';

/** A line that was read: either it can be stored, or what is wrong with it is known. */
export interface ReadRecord {
  readonly number: number;
  /** As given, even if there is no such type; empty when it can't be read. */
  readonly type: string;
  /** Empty when it is absent or can't be read. */
  readonly pId: string;
  /** As it was sent. */
  readonly raw: RawLine;
  readonly content: Content | Rejected;
}

/** A line that can be stored. */
export interface Content {
  readonly result?: undefined;
  readonly kind: ImportRecordType;
  readonly record: ImportRecord<object>;
  readonly key: string | undefined;
  readonly refersTo: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;

/** A line whose JSON is known, or why it can't be. */
interface ParsedLine {
  readonly raw: RawLine;
  readonly members: Members;
  readonly fault?: Rejected;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const BLANK = /^[ \t\r]*$/;
const NONE: readonly string[] = [];

/** Reads single lines: bytes, JSON, type, scope, shape. */
export class LineReader {
  private readonly readings = new Map<ImportRecordType, Reading>();

  constructor(
    private readonly importRecordTypes: ImportRecordTypes,
    private readonly validators: Validators,
  ) {}

  /** Whether there are lines of a type. */
  knows(type: string): boolean {
    return this.importRecordTypes.find(type) !== undefined;
  }

  /** The first half of reading a line: bytes and JSON. @returns undefined for a blank line */
  parse(raw: RawLine): ParsedLine | undefined {
    const bytes = raw.number === 1 ? withoutMark(raw.bytes) : raw.bytes;
    if (!bytes)
      return refused(raw, rejected('line.tooLong', `A line may have ${MAX_LINE_BYTES} bytes.`));
    if (!isUtf8(bytes))
      return refused(raw, rejected('line.encoding', 'The line is not valid UTF-8.'));
    const text = bytes.toString('utf8');
    if (BLANK.test(text)) return undefined;
    try {
      const value = parseJson(text);
      const members = membersOf(value);
      if (members === value) return { raw, members };
      return refused(raw, rejected('line.notObject', 'A line must be a JSON object.'));
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      // Two of the three kinds of errors leave a text that can still be parsed, to tell which line it is.
      const members = error.code === 'json.malformed' ? {} : membersOf(parsedOrNothing(text));
      return refused(raw, rejected(error.code, error.message), members);
    }
  }

  /** The second half, which also takes long for a large line: type, scope, shape. */
  check({ raw, members, fault }: ParsedLine, caller: ImportCaller): ReadRecord {
    const { type, _error: _ignored, ...fields } = members;
    return read(raw, members, fault ?? this.readFields(type, fields, caller));
  }

  private readFields(type: unknown, fields: object, caller: ImportCaller): Content | Rejected {
    if (type === undefined) return rejected('field.required', 'type is required.', '/type');
    const kind = typeof type === 'string' ? this.importRecordTypes.find(type) : undefined;
    if (!kind) {
      const detail = `The type must be one of ${this.importRecordTypes.names().join(', ')}.`;
      return rejected('type.unknown', detail, '/type');
    }
    if (kind.scope !== undefined && !includesScope(caller.scopes, kind.scope)) {
      return rejected(
        'scope.missing',
        `Lines of the type ${kind.type} need the scope ${kind.scope}.`,
      );
    }
    if (kind.isForOperator === true && caller.isOperator !== true) {
      const detail = `Lines of the type ${kind.type} are taken by the command line only.`;
      return rejected('line.commandLine', detail, '/type');
    }
    // The check fills in defaults, so the fingerprint of what was given is taken first.
    const { check, casing } = this.readingOf(kind);
    const line = { value: fields, ...fingerprints(fields, casing) };
    const faults = check(fields, '');
    const [fault, ...more] = faults;
    if (fault) {
      // The first fault gives the code; all of them are told in words.
      const others = more.map((one) => ` ${one.pointer}: ${one.detail}`);
      return rejected(fault.code, fault.detail + others.join(''), fault.pointer);
    }
    const key = kind.keyOf ? kind.keyOf(fields) : pIdOf(fields);
    return { kind, record: line, key, refersTo: kind.refersTo?.(fields) ?? NONE };
  }

  /**
   * The fingerprints of a line that was checked elsewhere.
   * @param given its fields as they were sent; codes are converted to the case of their standards
   */
  fingerprints(kind: ImportRecordType, given: unknown): ReturnType<typeof fingerprints> {
    return fingerprints(given, this.readingOf(kind).casing);
  }

  private readingOf(kind: ImportRecordType): Reading {
    const known = this.readings.get(kind);
    if (known) return known;
    const schema = fieldsSchemaOf(kind);
    const reading = { check: this.validators.compile(schema), casing: createCaseNormalizer(schema) };
    this.readings.set(kind, reading);
    return reading;
  }
}

/** What reads the fields of a type. */
interface Reading {
  readonly check: Validator;
  readonly casing: CaseNormalizer | undefined;
}

function fingerprints(
  fields: unknown,
  casing: CaseNormalizer | undefined,
): Pick<ImportRecord<object>, 'fingerprint' | 'fingerprintAsGiven'> {
  const given = fingerprint(fields);
  if (casing?.(fields) !== true) return { fingerprint: given };
  return { fingerprint: fingerprint(fields), fingerprintAsGiven: given };
}

function rejected(code: string, detail: string, pointer = ''): Rejected {
  return { result: 'rejected', code, detail, pointer };
}

function refused(raw: RawLine, fault: Rejected, members: Members = {}): ParsedLine {
  return { raw, members, fault };
}

function read(raw: RawLine, members: Members, content: Content | Rejected): ReadRecord {
  const type = typeof members['type'] === 'string' ? members['type'] : '';
  return { number: raw.number, type, pId: pIdOf(members) ?? '', raw, content };
}

/** Bytes of a line. */
export function sizeOf({ raw }: ReadRecord): number {
  return raw.bytes?.length ?? 0;
}

function pIdOf(fields: object): string | undefined {
  const { pId } = fields as Members;
  return typeof pId === 'string' ? pId : undefined;
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : {};
}

/** @returns undefined for a text that is no JSON all the same */
function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function withoutMark(bytes: Buffer | undefined): Buffer | undefined {
  return bytes?.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes;
}
