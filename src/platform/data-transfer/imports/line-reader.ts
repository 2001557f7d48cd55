import { isUtf8 } from 'node:buffer';
import type { Validator, Validators } from '../../../api/validation/validators';
import { type CaseNormalizer, createCaseNormalizer } from '../../../api/validation/standard-case';
import { JsonError, parseJson } from '../../../core/json';
import { includesScope } from '../../../core/scopes';
import { fingerprint } from './fingerprint';
import { createFieldsSchema } from './import-record-schema';
import { MAX_LINE_BYTES, type RawLine } from './line-splitter';
import type {
  ImportRecord,
  ImportCaller,
  ImportRecordType,
  RejectedOutcome,
} from './import-record-type';
import type { ImportRecordTypes } from './import-record-types';

/** A line that was read: either it can be stored, or what is wrong with it is known. */
export interface ReadRecord {
  readonly number: number;
  /** As given, even if there is no such type; empty when it can't be read. */
  readonly type: string;
  /** Empty when it is absent or can't be read. */
  readonly pId: string;
  /** As it was sent. */
  readonly raw: RawLine;
  readonly content: StorableRecord | RejectedOutcome;
}

/** A line that can be stored. */
export interface StorableRecord {
  readonly result?: undefined;
  readonly recordType: ImportRecordType;
  readonly record: ImportRecord<object>;
  readonly key: string | undefined;
  readonly refersTo: readonly string[];
}

type JsonMembers = Readonly<Record<string, unknown>>;

/** A line whose JSON is known, or why it can't be. */
interface ParsedLine {
  readonly raw: RawLine;
  readonly members: JsonMembers;
  readonly rejection?: RejectedOutcome;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const BLANK_PATTERN = /^[ \t\r]*$/;
const NO_KEYS: readonly string[] = [];

/** Reads single lines: bytes, JSON, type, scope, shape. */
export class LineReader {
  private readonly fieldReaders = new Map<ImportRecordType, FieldReader>();

  constructor(
    private readonly importRecordTypes: ImportRecordTypes,
    private readonly validators: Validators,
  ) {}

  /** Whether there are lines of a type. */
  hasType(type: string): boolean {
    return this.importRecordTypes.find(type) !== undefined;
  }

  /** The first half of reading a line: bytes and JSON. @returns undefined for a blank line */
  parse(raw: RawLine): ParsedLine | undefined {
    const bytes = raw.number === 1 ? stripByteOrderMark(raw.bytes) : raw.bytes;
    if (!bytes)
      return toRejectedLine(
        raw,
        toRejected('line.tooLong', `A line may have ${MAX_LINE_BYTES} bytes.`),
      );
    if (!isUtf8(bytes))
      return toRejectedLine(raw, toRejected('line.encoding', 'The line is not valid UTF-8.'));
    const text = bytes.toString('utf8');
    if (BLANK_PATTERN.test(text)) return undefined;
    try {
      const value = parseJson(text);
      const members = toMembers(value);
      if (members === value) return { raw, members };
      return toRejectedLine(raw, toRejected('line.notObject', 'A line must be a JSON object.'));
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      // Two of the three kinds of errors leave a text that can still be parsed, to tell which line it is.
      const members = error.code === 'json.malformed' ? {} : toMembers(tryParse(text));
      return toRejectedLine(raw, toRejected(error.code, error.message), members);
    }
  }

  /** The second half, which also takes long for a large line: type, scope, shape. */
  check({ raw, members, rejection }: ParsedLine, caller: ImportCaller): ReadRecord {
    const { type, _error: _ignored, ...fields } = members;
    return toReadRecord(raw, members, rejection ?? this.readFields(type, fields, caller));
  }

  private readFields(
    type: unknown,
    fields: object,
    caller: ImportCaller,
  ): StorableRecord | RejectedOutcome {
    if (type === undefined) return toRejected('field.required', 'type is required.', '/type');
    const kind = typeof type === 'string' ? this.importRecordTypes.find(type) : undefined;
    if (!kind) {
      const detail = `The type must be one of ${this.importRecordTypes.listNames().join(', ')}.`;
      return toRejected('type.unknown', detail, '/type');
    }
    if (kind.scope !== undefined && !includesScope(caller.scopes, kind.scope)) {
      return toRejected(
        'scope.missing',
        `Lines of the type ${kind.type} need the scope ${kind.scope}.`,
      );
    }
    if (kind.isOperatorOnly === true && caller.isOperator !== true) {
      const detail = `Lines of the type ${kind.type} are taken by the command line only.`;
      return toRejected('line.commandLine', detail, '/type');
    }
    // The check fills in defaults, so the fingerprint of what was given is taken first.
    const { check, casing } = this.getFieldReader(kind);
    const line = { value: fields, ...toFingerprints(fields, casing) };
    const faults = check(fields, '');
    const [fault, ...more] = faults;
    if (fault) {
      // The first fault gives the code; all of them are told in words.
      const others = more.map((one) => ` ${one.pointer}: ${one.detail}`);
      return toRejected(fault.code, fault.detail + others.join(''), fault.pointer);
    }
    const key = kind.getKey ? kind.getKey(fields) : findPid(fields);
    return {
      recordType: kind,
      record: line,
      key,
      refersTo: kind.getReferencedKeys?.(fields) ?? NO_KEYS,
    };
  }

  /**
   * The fingerprints of a line that was checked elsewhere.
   * @param given its fields as they were sent; codes are converted to the case of their standards
   */
  fingerprints(kind: ImportRecordType, given: unknown): ReturnType<typeof toFingerprints> {
    return toFingerprints(given, this.getFieldReader(kind).casing);
  }

  private getFieldReader(kind: ImportRecordType): FieldReader {
    const known = this.fieldReaders.get(kind);
    if (known) return known;
    const schema = createFieldsSchema(kind);
    const reading = {
      check: this.validators.compile(schema),
      casing: createCaseNormalizer(schema),
    };
    this.fieldReaders.set(kind, reading);
    return reading;
  }
}

/** What reads the fields of a type. */
interface FieldReader {
  readonly check: Validator;
  readonly casing: CaseNormalizer | undefined;
}

function toFingerprints(
  fields: unknown,
  casing: CaseNormalizer | undefined,
): Pick<ImportRecord<object>, 'fingerprint' | 'fingerprintAsGiven'> {
  const given = fingerprint(fields);
  if (casing?.(fields) !== true) return { fingerprint: given };
  return { fingerprint: fingerprint(fields), fingerprintAsGiven: given };
}

function toRejected(code: string, detail: string, pointer = ''): RejectedOutcome {
  return { result: 'rejected', code, detail, pointer };
}

function toRejectedLine(
  raw: RawLine,
  fault: RejectedOutcome,
  members: JsonMembers = {},
): ParsedLine {
  return { raw, members, rejection: fault };
}

function toReadRecord(
  raw: RawLine,
  members: JsonMembers,
  content: StorableRecord | RejectedOutcome,
): ReadRecord {
  const type = typeof members['type'] === 'string' ? members['type'] : '';
  return { number: raw.number, type, pId: findPid(members) ?? '', raw, content };
}

/** Bytes of a line. */
export function getLineBytes({ raw }: ReadRecord): number {
  return raw.bytes?.length ?? 0;
}

function findPid(fields: object): string | undefined {
  const { pId } = fields as JsonMembers;
  return typeof pId === 'string' ? pId : undefined;
}

function toMembers(value: unknown): JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonMembers)
    : {};
}

/** @returns undefined for a text that is no JSON all the same */
function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function stripByteOrderMark(bytes: Buffer | undefined): Buffer | undefined {
  return bytes?.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes;
}
