import { createHash } from 'node:crypto';

/** MySQL allows 64 characters. */
const MAX_NAME_LENGTH = 60;

function toConstraintName(prefix: string, table: string, columns: readonly string[]): string {
  const full = [prefix, table, ...columns].join('_');
  if (full.length <= MAX_NAME_LENGTH) return full;
  const digest = createHash('sha256').update(full).digest('hex').slice(0, 8);
  return `${full.slice(0, MAX_NAME_LENGTH - 9)}_${digest}`;
}

/** Converts a property to a column name: `pId` -> `p_id`, `birthDay` -> `birth_day`, `line2` -> `line2`. */
export function toSnakeCase(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, '');
}

/** Names of constraints and indexes: the same in entities, migrations and translated errors. */
export const constraintNames = {
  primaryKey: (table: string) => `pk_${table}`,
  unique: (table: string, columns: readonly string[]) => toConstraintName('uq', table, columns),
  foreignKey: (table: string, columns: readonly string[]) => toConstraintName('fk', table, columns),
  index: (table: string, columns: readonly string[]) => toConstraintName('ix', table, columns),
  check: (table: string, label: string) => toConstraintName('ck', table, [label]),
};

/**
 * Quotes an identifier. SQLite accepts MySQL's backticks too, so one statement text serves both engines.
 * Only names from declarations are passed here, never a client's text.
 */
export function quoteIdentifier(identifier: string): string {
  if (!/^[a-z][a-z0-9_]*$/i.test(identifier)) throw new Error(`Not an identifier: ${identifier}`);
  return `\`${identifier}\``;
}
