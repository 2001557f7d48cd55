import { DefaultNamingStrategy, type NamingStrategyInterface, type Table } from 'typeorm';
import { constraintNames, toSnakeCase } from './sql-names';

const getTableName = (table: Table | string): string => {
  const name = typeof table === 'string' ? table : table.name;
  return name.slice(name.lastIndexOf('.') + 1);
};

/** Names columns and constraints that entities don't name themselves, as migrations do. */
export class ConstraintNamingStrategy
  extends DefaultNamingStrategy
  implements NamingStrategyInterface
{
  override columnName(property: string, customName: string | undefined): string {
    return customName ?? toSnakeCase(property);
  }

  override joinColumnName(relationName: string, referencedColumn: string): string {
    return toSnakeCase(`${relationName}_${referencedColumn}`);
  }

  override primaryKeyName(table: Table | string): string {
    return constraintNames.primaryKey(getTableName(table));
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return constraintNames.unique(getTableName(table), columns);
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return constraintNames.foreignKey(getTableName(table), columns);
  }

  override indexName(table: Table | string, columns: string[]): string {
    return constraintNames.index(getTableName(table), columns);
  }
}
