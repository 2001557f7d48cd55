import { getMetadataArgsStorage } from 'typeorm';
import type { IndexMetadataArgs } from 'typeorm/metadata-args/IndexMetadataArgs';
import type { UniqueMetadataArgs } from 'typeorm/metadata-args/UniqueMetadataArgs';
import { declaredColumns } from './columns';
import type { Dialect } from './dialect/dialect';
import { constraintNames, snakeCase } from './names';

/**
 * Completes what entities declare, before TypeORM reads it for a data source: the SQL types of this
 * engine, the columns and foreign keys of relations (their `Ref`s), and the names of uniques.
 */
export function fitEntities(dialect: Dialect): void {
  fitColumns(dialect);
  fitRelations();
  nameUniques();
}

function fitColumns(dialect: Dialect): void {
  for (const { target, propertyName, options } of getMetadataArgsStorage().columns) {
    const column = declaredColumns().find(
      (c) => c.target === target && c.property === propertyName,
    );
    if (column) Object.assign(options, dialect.columnType(column.kind));
  }
}

/** The `Ref` makes the foreign key, so the relation beside it makes none. */
function fitRelations(): void {
  const { relations, joinColumns } = getMetadataArgsStorage();
  for (const relation of relations) {
    const { target, propertyName } = relation;
    const column = declaredColumns().find(
      (c) => c.target === target && c.property === `${propertyName}Id`,
    );
    if (!column) continue;
    Object.assign(relation, {
      options: { ...relation.options, createForeignKeyConstraints: false },
    });
    const isJoined = joinColumns.some(
      (j) => j.target === target && j.propertyName === propertyName,
    );
    if (!isJoined) joinColumns.push({ target, propertyName, name: column.name });
  }
}

/** On MySQL TypeORM would name them like indexes. */
function nameUniques(): void {
  const { uniques, indices } = getMetadataArgsStorage();
  for (const unique of [...uniques, ...indices.filter((index) => index.unique === true)]) {
    const table = tableOf(unique.target);
    const columns = propertiesOf(unique).map(snakeCase);
    if (table !== undefined && unique.name === undefined && columns.length > 0) {
      Object.assign(unique, { name: constraintNames.unique(table, columns) });
    }
  }
}

function propertiesOf({ columns }: IndexMetadataArgs | UniqueMetadataArgs): string[] {
  return Array.isArray(columns) ? columns.map(String) : [];
}

function tableOf(target: unknown): string | undefined {
  return getMetadataArgsStorage().tables.find((table) => table.target === target)?.name;
}
