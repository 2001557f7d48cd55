import type { DtoClass } from '../../../api/validation/dto';
import type { DomainError } from '../../../core/errors';
import type { Scope } from '../../../core/scopes';
import type { Timestamped } from './timestamped';

/** A doubt about a line that is stored all the same. */
export interface ImportWarning {
  readonly code: string;
  readonly detail: string;
  /** JSON pointer into the line. */
  readonly pointer: string;
}

/** What became of a line that was stored. */
export interface StoredOutcome {
  readonly result: 'created' | 'updated' | 'unchanged';
  readonly id: number;
  /** Whether it was stored with a rounding, so that it comes to its given total. */
  readonly isRounded?: boolean;
  readonly warnings?: readonly ImportWarning[];
}

/** Why a line was not stored. */
export interface RejectedOutcome {
  readonly result: 'rejected';
  readonly code: string;
  readonly detail: string;
  /** JSON pointer into the line; empty when no single place is the cause. */
  readonly pointer: string;
  /** The record that is in the way, where there is one. */
  readonly existingId?: number;
  /** What the operation that takes a single record answers with. */
  readonly error?: DomainError;
}

export type ImportOutcome = StoredOutcome | RejectedOutcome;

/** A line whose shape is correct. */
export interface ImportRecord<T> {
  /** Checked and read: defaults filled in, instants are Dates, decimals whole numbers. */
  readonly value: T;
  /**
   * SHA-256 (base64url) of the line's canonical JSON (RFC 8785) as it was given, without its `type`:
   * no defaults in it, so a later version with more fields still recognizes the line. Its codes are in the case of
   * their standards.
   */
  readonly fingerprint: string;
  /** The same with codes as given, if their case was different: older versions recognized lines by that. */
  readonly fingerprintAsGiven?: string;
}

/** Whether a line is the one that was stored with a fingerprint. */
export function isSameRecord(
  line: Pick<ImportRecord<object>, 'fingerprint' | 'fingerprintAsGiven'>,
  fingerprint: string | null,
): boolean {
  return [line.fingerprint, line.fingerprintAsGiven].includes(fingerprint ?? '');
}

/** Whose lines these are. */
export interface ImportCaller {
  readonly scopes: ReadonlySet<string>;
  /** Asks whether they come with a secret of a key that has been replaced. */
  readonly isReplaced?: () => Promise<boolean>;
  /** Whether they come over the command line, by whoever runs the service. */
  readonly isOperator?: boolean;
  /** Whether the records are only checked, and nothing is stored. */
  readonly isDryRun?: boolean;
}

/** A kind of line: what it looks like, and how it is stored. Areas register theirs in `ImportRecordTypes`. */
export interface ImportRecordType<T extends object = object> {
  /** The line's `type`, for example `tagGroup`. */
  readonly type: string;
  /** The fields besides `type`. */
  readonly dto: DtoClass<T>;
  /** The scope that its lines need besides `import:write`. */
  readonly scope?: Scope;
  /** Whether its lines come in by the command line only. */
  readonly isOperatorOnly?: boolean;
  /** Whether its lines may make somebody an administrator. */
  readonly canMakeAdministrator?: boolean;
  /** Whose time of the last change its lines may carry besides. */
  readonly timestamped?: Timestamped;
  /** What occurs at most once in one call of `store`; by default the line's `pId`. */
  getKey?(value: T): string | undefined;
  /** Keys of lines of the same type that this one refers to: they come in an earlier call. */
  getReferencedKeys?(value: T): readonly string[];
  /**
   * Slow work on lines that are about to be stored, before the unit of work; each may be passed to `store` several
   * times afterwards.
   */
  prepare?(values: readonly T[], caller: ImportCaller): Promise<void>;
  /**
   * Stores lines inside a unit of work, with a number of queries that does not grow with the batch.
   * An error rolls the whole call back, and the lines come again in smaller calls, in the end alone;
   * a line that fails alone is rejected with the error (see `rejection`).
   * @returns one outcome for each line, in order
   */
  store(lines: readonly ImportRecord<T>[], caller: ImportCaller): Promise<ImportOutcome[]>;
  /** Finds the outcomes of `store` by reading alone, inside of `Database.rehearse`. Absent: dry runs can't check the lines. */
  dryRun?(lines: readonly ImportRecord<T>[], caller: ImportCaller): Promise<ImportOutcome[]>;
}

/** The outcome of a line with a value that only one record can have. */
export const VALUE_TAKEN: RejectedOutcome = {
  result: 'rejected',
  code: 'value.taken',
  detail: 'Another record has a value that only one can have.',
  pointer: '',
};

/** The outcome of a line that breaks a rule; the first fault of the error is the one reported. */
export function toRejectedOutcome(error: DomainError): RejectedOutcome {
  const fault = error.fieldErrors[0];
  const { existingId } = error.extension;
  return {
    result: 'rejected',
    code: fault?.code ?? error.code,
    detail: fault?.detail ?? error.detail,
    pointer: fault?.pointer ?? '',
    ...(typeof existingId === 'number' ? { existingId } : {}),
    error,
  };
}
