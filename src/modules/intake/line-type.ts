import type { DtoClass } from '../../api/shape/dto';
import type { DomainError } from '../../core/errors';
import type { Scope } from '../../core/scopes';

/** What became of a line that was stored. */
export interface Stored {
  readonly result: 'created' | 'updated' | 'unchanged';
  readonly id: number;
}

/** Why a line was not stored. */
export interface Rejected {
  readonly result: 'rejected';
  readonly code: string;
  readonly detail: string;
  /** JSON pointer into the line; empty when the cause is not one place. */
  readonly pointer: string;
  /** The record that is in the way, where there is one. */
  readonly existingId?: number;
  /** What the single-record door answers with. */
  readonly error?: DomainError;
}

export type Outcome = Stored | Rejected;

/** A line whose shape is right. */
export interface Line<T> {
  /** Checked and read: defaults filled in, instants are Dates, decimals whole numbers. */
  readonly value: T;
  /**
   * SHA-256 (base64url) of the line's canonical JSON (RFC 8785) as it was given, without its `type`:
   * no defaults in it, so a later version with more fields still knows the line.
   */
  readonly fingerprint: string;
}

/** Whose lines these are. */
export interface LineCaller {
  readonly scopes: ReadonlySet<string>;
  /** Whether they come over the command line, by whoever runs the service. */
  readonly isOperator?: boolean;
}

/** A kind of line: what it looks like, and how it is stored. Areas register theirs in `LineTypes`. */
export interface LineType<T extends object = object> {
  /** The line's `type`, for example `tagGroup`. */
  readonly type: string;
  /** The fields beside `type`. */
  readonly dto: DtoClass<T>;
  /** The scope that its lines need beside `import:write`. */
  readonly scope?: Scope;
  /** Whether its lines come in by the command line alone. */
  readonly isForOperator?: boolean;
  /** What stands at most once in one call of `store`; by default the line's `pId`. */
  keyOf?(value: T): string | undefined;
  /** Keys of lines of the same type that this one refers to: they come in an earlier call than it. */
  refersTo?(value: T): readonly string[];
  /**
   * Slow work on lines that are about to be stored, before the unit of work; each may come to `store` several
   * times afterwards.
   */
  prepare?(values: readonly T[], caller: LineCaller): Promise<void>;
  /**
   * Stores lines inside a unit of work, with a number of queries that does not grow with the batch.
   * What it throws undoes the whole call, and the lines come again in smaller calls, at last alone;
   * a line that fails alone is rejected with the error (see `rejection`).
   * @returns one outcome for each line, in order
   */
  store(lines: readonly Line<T>[], caller: LineCaller): Promise<Outcome[]>;
}

/** The outcome of a line that breaks a rule; the first fault of the error is the one reported. */
export function rejection(error: DomainError): Rejected {
  const fault = error.faults[0];
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
