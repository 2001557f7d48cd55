import { DefaultNamingStrategy, type NamingStrategyInterface, type Table } from 'typeorm';
import { constraintNames, snakeCase } from './names';

const nameOf = (table: Table | string): string => {
  const name = typeof table === 'string' ? table : table.name;
  return name.slice(name.lastIndexOf('.') + 1);
};

/** Names of constraints that entities do not name themselves: the same that migrations give. */
export class NamedConstraints extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(property: string, given: string | undefined): string {
    return given ?? snakeCase(property);
  }

  override joinColumnName(relation: string, referenced: string): string {
    return snakeCase(`${relation}_${referenced}`);
  }

  override primaryKeyName(table: Table | string): string {
    return constraintNames.primaryKey(nameOf(table));
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return constraintNames.unique(nameOf(table), columns);
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return constraintNames.foreignKey(nameOf(table), columns);
  }

  override indexName(table: Table | string, columns: string[]): string {
    return constraintNames.index(nameOf(table), columns);
  }
}
