import type { ValueTransformer } from 'typeorm';
import type { ColumnKind, SqlValue } from './column-kinds';

/**
 * What a preset adds to TypeORM's column: its kind, and the value that an insert takes when it names none.
 * TypeORM's own reads and writes pass through it; booleans and instants are its query runner's part.
 */
export class ColumnTransformer implements ValueTransformer {
  constructor(
    readonly kind: ColumnKind,
    /** Undefined: none. */
    readonly defaultValue?: unknown,
  ) {}

  to(value: unknown): unknown {
    if (value === null || value === undefined) return value;
    const written = this.kind.write(value);
    return typeof value === 'boolean' || value instanceof Date ? value : written;
  }

  from(raw: unknown): unknown {
    const isRead = raw === null || raw === undefined || typeof raw === 'boolean';
    if (isRead || raw instanceof Date || !this.kind.read) return raw;
    return this.kind.read(raw as SqlValue);
  }
}
