import { isUtf8 } from 'node:buffer';
import { findJsonSyntaxError } from '../../../api/request/json-syntax-error';
import type { Validator, ValidatorCompiler } from '../../../api/validation/validator-compiler';
import {
  type FormatNormalizer,
  createFormatNormalizer,
} from '../../../api/validation/format-normalizer';
import { JsonError, parseJson } from '../../../core/json';
import { includesScope } from '../../../core/scopes';
import { fingerprint } from './fingerprint';
import { createFieldsSchema } from './import-record-schema';
import { MAX_LINE_BYTES, type RawLine } from './line-splitter';
import type {
  ImportRecord,
  ImportCaller,
  ImportRecordType,
  RecordFingerprints,
  RejectedOutcome,
} from './import-record-type';
import type { ImportRecordTypeRegistry } from './import-record-type-registry';

/** A line that was read: a storable record, or a rejection. */
export interface CheckedLine {
  readonly lineNumber: number;
  /** As sent, even if the type is unknown; empty if it can't be read. */
  readonly type: string;
  /** Empty if it is absent or can't be read. */
  readonly pId: string;
  /** The line as it was sent. */
  readonly raw: RawLine;
  readonly content: StorableRecord | RejectedOutcome;
}

/** A record that can be stored. Unlike a rejection, it has no `result`. */
export interface StorableRecord {
  readonly result?: undefined;
  readonly recordType: ImportRecordType;
  readonly record: ImportRecord<object>;
  readonly key: string | undefined;
  readonly referencedKeys: readonly string[];
}

type JsonMembers = Readonly<Record<string, unknown>>;

/** A line with its parsed JSON, or with a rejection. */
interface ParsedLine {
  readonly raw: RawLine;
  readonly members: JsonMembers;
  readonly rejection?: RejectedOutcome;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const BLANK_PATTERN = /^[ \t\r]*$/;
const NO_KEYS: readonly string[] = [];

/** Reads single lines: checks encoding, JSON, type, scope and fields. */
export class LineReader {
  private readonly compiledSchemas = new Map<ImportRecordType, CompiledFieldsSchema>();

  constructor(
    private readonly importRecordTypes: ImportRecordTypeRegistry,
    private readonly validators: ValidatorCompiler,
  ) {}

  /** Whether a record type exists. */
  hasType(type: string): boolean {
    return this.importRecordTypes.find(type) !== undefined;
  }

  /** First half of reading a line: encoding and JSON. @returns undefined for a blank line */
  parse(raw: RawLine): ParsedLine | undefined {
    const bytes = getContentBytes(raw);
    if (!bytes)
      return toRejectedLine(
        raw,
        toRejected('line.tooLong', `A line can have at most ${MAX_LINE_BYTES} bytes.`),
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
      // Unless the JSON is malformed, the text can be parsed to identify the record.
      const members = error.code === 'json.malformed' ? {} : toMembers(tryParse(text));
      const place = error.code === 'json.malformed' ? findJsonSyntaxError(text) : undefined;
      const detail = error.message + (place ? ` See column ${place.column}.` : '');
      return toRejectedLine(raw, toRejected(error.code, detail), members);
    }
  }

  /** Second half, separate because it also takes long for a large line: type, scope and fields. */
  check({ raw, members, rejection }: ParsedLine, caller: ImportCaller): CheckedLine {
    const { type, _error: _ignored, ...fields } = members;
    return toCheckedLine(raw, members, rejection ?? this.readFields(raw, type, fields, caller));
  }

  private readFields(
    raw: RawLine,
    type: unknown,
    fields: object,
    caller: ImportCaller,
  ): StorableRecord | RejectedOutcome {
    if (type === undefined) return toRejected('field.required', 'type is required.', '/type');
    const recordType = typeof type === 'string' ? this.importRecordTypes.find(type) : undefined;
    if (!recordType) {
      const detail = `The type must be one of ${this.importRecordTypes.listNames().join(', ')}.`;
      return toRejected('type.unknown', detail, '/type');
    }
    if (recordType.scope !== undefined && !includesScope(caller.scopes, recordType.scope)) {
      return toRejected(
        'scope.missing',
        `Lines of the type ${recordType.type} need the scope ${recordType.scope}.`,
      );
    }
    if (recordType.isCommandLineOnly === true && caller.isOperator !== true) {
      const detail = `Lines of the type ${recordType.type} are accepted from the command line only.`;
      return toRejected('line.commandLine', detail, '/type');
    }
    const [error, ...more] = this.getCompiledSchema(recordType).check(
      fields,
      '',
      raw.bytes?.length,
    );
    if (error) {
      // The code is that of the first error; the detail contains all errors.
      const others = more.map((one) => ` ${one.pointer}: ${one.detail}`);
      return toRejected(error.code, error.detail + others.join(''), error.pointer);
    }
    const key = recordType.getKey ? recordType.getKey(fields) : findPid(fields);
    // The validator changes the fields, so the fingerprints are those of the line.
    const getFingerprints = this.createLazyFingerprints(recordType, () => parseFields(raw));
    return {
      recordType,
      record: { value: fields, getFingerprints },
      key,
      referencedKeys: recordType.getReferencedKeys?.(fields) ?? NO_KEYS,
    };
  }

  /**
   * Returns a function that computes the fingerprints of a record when it is first called.
   * @param getSentFields returns the fields as they were sent; their codes are converted to the case of their standards
   */
  createLazyFingerprints(
    recordType: ImportRecordType,
    getSentFields: () => unknown,
  ): ImportRecord<object>['getFingerprints'] {
    let computed: RecordFingerprints | undefined;
    return () =>
      (computed ??= toFingerprints(
        getSentFields(),
        this.getCompiledSchema(recordType).normalizeFormats,
      ));
  }

  private getCompiledSchema(recordType: ImportRecordType): CompiledFieldsSchema {
    const known = this.compiledSchemas.get(recordType);
    if (known) return known;
    const schema = createFieldsSchema(recordType);
    const compiledSchema = {
      check: this.validators.compile(schema),
      normalizeFormats: createFormatNormalizer(schema),
    };
    this.compiledSchemas.set(recordType, compiledSchema);
    return compiledSchema;
  }
}

/** Validator and normalizer of the fields of a type. */
interface CompiledFieldsSchema {
  readonly check: Validator;
  readonly normalizeFormats: FormatNormalizer | undefined;
}

function toFingerprints(
  fields: unknown,
  normalizeFormats: FormatNormalizer | undefined,
): RecordFingerprints {
  const asGiven = fingerprint(fields);
  if (normalizeFormats?.(fields) !== true) return { normalized: asGiven };
  return { normalized: fingerprint(fields), asGiven };
}

function toRejected(code: string, detail: string, pointer = ''): RejectedOutcome {
  return { result: 'rejected', code, detail, pointer };
}

function toRejectedLine(
  raw: RawLine,
  error: RejectedOutcome,
  members: JsonMembers = {},
): ParsedLine {
  return { raw, members, rejection: error };
}

function toCheckedLine(
  raw: RawLine,
  members: JsonMembers,
  content: StorableRecord | RejectedOutcome,
): CheckedLine {
  const type = typeof members['type'] === 'string' ? members['type'] : '';
  return { lineNumber: raw.lineNumber, type, pId: findPid(members) ?? '', raw, content };
}

/** Returns the number of bytes of a line. */
export function getLineBytes({ raw }: CheckedLine): number {
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

/** @returns undefined if the text is not valid JSON */
function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the bytes of a line without the byte order mark of the file. */
function getContentBytes({ lineNumber, bytes }: RawLine): Buffer | undefined {
  const hasByteOrderMark =
    lineNumber === 1 && bytes?.subarray(0, 3).equals(BYTE_ORDER_MARK) === true;
  return hasByteOrderMark ? bytes.subarray(3) : bytes;
}

/** Parses the fields of a line that was accepted. */
function parseFields(raw: RawLine): object {
  const members = tryParse(getContentBytes(raw)?.toString('utf8') ?? '');
  const { type: _type, _error: _ignored, ...fields } = toMembers(members);
  return fields;
}
