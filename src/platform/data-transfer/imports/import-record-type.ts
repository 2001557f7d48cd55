import type { DtoClass } from '../../../api/validation/dto';
import type { DomainError } from '../../../core/errors';
import type { Scope } from '../../../core/scopes';
import type { UpdatedAtOwner } from './updated-at-owner';

/** A warning about a record that is stored nevertheless. */
export interface ImportWarning {
  readonly code: string;
  readonly detail: string;
  /** JSON pointer into the line. */
  readonly pointer: string;
}

/** Outcome of a record that was stored. */
export interface StoredOutcome {
  readonly result: 'created' | 'updated' | 'unchanged';
  readonly id: number;
  /** Whether it was stored with a rounding, so that it has its given total. */
  readonly isRounded?: boolean;
  readonly warnings?: readonly ImportWarning[];
}

/** Reason why a record was not stored. */
export interface RejectedOutcome {
  readonly result: 'rejected';
  readonly code: string;
  readonly detail: string;
  /** JSON pointer into the line; empty if no single value is the cause. */
  readonly pointer: string;
  /** Id of a conflicting record, if there is one. */
  readonly existingId?: number;
  /** The error that the operation for a single record responds with. */
  readonly error?: DomainError;
}

export type ImportOutcome = StoredOutcome | RejectedOutcome;

/** Fingerprints of a record. */
export interface RecordFingerprints {
  /**
   * SHA-256 (base64url) of the record's canonical JSON (RFC 8785) as it was sent, without its `type`. Defaults aren't
   * included, so a later version with more fields still recognizes the record. Codes are in the case of their
   * standards.
   */
  readonly normalized: string;
  /** The fingerprint with codes in their original case, if that is different: older versions have stored this one. */
  readonly asGiven?: string;
}

/** A validated record. */
export interface ImportRecord<T> {
  /** Validated and parsed: defaults are filled in, instants are Dates, decimals are integers. */
  readonly value: T;
  /** Computed on demand, because most records are stored without them. */
  readonly getFingerprints: () => RecordFingerprints;
}

/** Whether a record is the one that was stored with a fingerprint. */
export function matchesFingerprint(
  { getFingerprints }: Pick<ImportRecord<object>, 'getFingerprints'>,
  storedFingerprint: string | null,
): boolean {
  const { normalized, asGiven } = getFingerprints();
  return [normalized, asGiven].includes(storedFingerprint ?? '');
}

/** The sender of records. */
export interface ImportCaller {
  readonly scopes: ReadonlySet<string>;
  /** Returns whether the caller has used a secret of a key that has been replaced. */
  readonly checkSecretReplaced?: () => Promise<boolean>;
  /** Whether the records come from the command line, and thus from the operator of the service. */
  readonly isOperator?: boolean;
  /** Whether the records are only checked, and nothing is stored. */
  readonly isDryRun?: boolean;
}

/** A type of import records: its fields, and how it is stored. An `ImportTypeRegistrar` registers it. */
export interface ImportRecordType<T extends object = object> {
  /** The record's `type`, for example `tagGroup`. */
  readonly type: string;
  /** Validates the fields other than `type`. */
  readonly dto: DtoClass<T>;
  /** The scope that the records need in addition to `import:write`. */
  readonly scope?: Scope;
  /** Whether the records are accepted from the command line only. */
  readonly isCommandLineOnly?: boolean;
  /** Whether the records may make a user an administrator. */
  readonly canMakeAdministrator?: boolean;
  /** Whether the rules for new texts apply to the records, except to those with the time of their last change. */
  readonly rejectsInvisibleCharacters?: boolean;
  /** The entity that gets the time of the last change, if lines contain it. */
  readonly updatedAtOwner?: UpdatedAtOwner;
  /** Returns a key that occurs at most once in one call of `store`; by default the record's `pId`. */
  getKey?(value: T): string | undefined;
  /** Returns the keys of records of the same type that this one refers to: they are stored in an earlier call. */
  getReferencedKeys?(value: T): readonly string[];
  /**
   * Does slow work on records that are about to be stored, before the unit of work; each may be passed to `store`
   * several times afterwards.
   */
  prepare?(values: readonly T[], caller: ImportCaller): Promise<void>;
  /**
   * Stores records inside a unit of work, with a number of queries that doesn't depend on the batch size. An error
   * rolls the whole call back, and the records are passed again in smaller calls, finally alone. A record that fails
   * alone is rejected with the error (see `toRejectedOutcome`).
   * @returns one outcome for each record, in order
   */
  store(records: readonly ImportRecord<T>[], caller: ImportCaller): Promise<ImportOutcome[]>;
  /**
   * Determines the outcomes of `store` by reading only, inside `Database.dryRun`. Absent: dry runs can't check the
   * type.
   */
  dryRun?(records: readonly ImportRecord<T>[], caller: ImportCaller): Promise<ImportOutcome[]>;
}

/** Outcome of a record with a value that must be unique. */
export const VALUE_TAKEN_OUTCOME: RejectedOutcome = {
  result: 'rejected',
  code: 'value.taken',
  detail: 'Another record already has a value that must be unique.',
  pointer: '',
};

/** Returns the outcome of a record that violates a rule; only the first error is reported. */
export function toRejectedOutcome(error: DomainError): RejectedOutcome {
  const fieldError = error.fieldErrors[0];
  const { existingId } = error.extensionMembers;
  return {
    result: 'rejected',
    code: fieldError?.code ?? error.code,
    detail: fieldError?.detail ?? error.detail,
    pointer: fieldError?.pointer ?? '',
    ...(typeof existingId === 'number' ? { existingId } : {}),
    error,
  };
}
