import type { ValueTransformer } from 'typeorm';
import type { ColumnKind, SqlValue } from './column-kinds';

/**
 * Adds to TypeORM's column its kind and the default value of an insert. TypeORM's own reads and writes pass through it;
 * booleans and instants are converted by its query runner.
 */
export class ColumnTransformer implements ValueTransformer {
  constructor(
    readonly kind: ColumnKind,
    /** Undefined if there is no default. */
    readonly defaultValue?: unknown,
  ) {}

  to(value: unknown): unknown {
    if (value === null || value === undefined) return value;
    const converted = this.kind.toDatabase(value);
    return typeof value === 'boolean' || value instanceof Date ? value : converted;
  }

  from(raw: unknown): unknown {
    const needsNoConversion = raw === null || raw === undefined || typeof raw === 'boolean';
    if (needsNoConversion || raw instanceof Date || !this.kind.fromDatabase) return raw;
    return this.kind.fromDatabase(raw as SqlValue);
  }
}
