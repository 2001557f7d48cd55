import type { DataSource, EntityMetadata, Table } from 'typeorm';

/**
 * Where the database differs from what the entities declare; one line each.
 *
 * It covers the gaps of TypeORM's own comparison (`schema:log`), which ignores collations and foreign keys without
 * an index. On SQLite that comparison answers with rebuilt tables, which don't show the cause.
 */
export async function schemaDrift(dataSource: DataSource): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const metadatas = dataSource.entityMetadatas;
    const names = metadatas.map(({ tablePath }) => tablePath);
    const tables = new Map(
      (await runner.getTables(names)).map((table) => [bare(table.name), table]),
    );
    return metadatas.flatMap((metadata) => {
      const table = tables.get(metadata.tableName);
      if (!table) return [`${metadata.tableName}: no such table`];
      const found = [
        ...columns(metadata, table),
        ...keys(metadata, table),
        ...indexes(metadata, table),
      ];
      return found.map((line) => `${metadata.tableName}: ${line}`);
    });
  } finally {
    await runner.release();
  }
}

function columns(metadata: EntityMetadata, table: Table): string[] {
  const { driver } = metadata.dataSource;
  const declared = metadata.columns.map((column) =>
    [
      column.databaseName,
      driver.normalizeType(column),
      // Only where a length was given: engines fill in their own for numbers.
      driver.normalizeType(column) === 'varchar' ? column.length : '',
      column.isNullable ? 'null' : 'not null',
      column.isPrimary ? 'primary' : '',
      column.isGenerated ? 'generated' : '',
      column.collation ?? '',
    ].join(' '),
  );
  const stored = table.columns.map((column) =>
    [
      column.name,
      column.type,
      column.type === 'varchar' ? column.length : '',
      column.isNullable ? 'null' : 'not null',
      column.isPrimary ? 'primary' : '',
      column.isGenerated ? 'generated' : '',
      column.collation ?? '',
    ].join(' '),
  );
  return difference('column', declared, stored);
}

function keys(metadata: EntityMetadata, table: Table): string[] {
  const declared = metadata.foreignKeys.map(
    ({ name, columnNames, referencedTablePath, onDelete }) =>
      `${name} (${columnNames.join()}) ${bare(referencedTablePath)} ${onDelete ?? ''}`,
  );
  const stored = table.foreignKeys.map(
    ({ name, columnNames, referencedTableName, onDelete }) =>
      `${name} (${columnNames.join()}) ${bare(referencedTableName)} ${onDelete ?? ''}`,
  );
  const leading = [...table.indices, ...table.uniques].map(({ columnNames }) => columnNames[0]);
  leading.push(table.primaryColumns[0]?.name);
  const slow = table.foreignKeys.filter(({ columnNames }) => !leading.includes(columnNames[0]));
  return [
    ...difference('foreign key', declared, stored),
    ...slow.map(({ name }) => `foreign key without an index: ${name}`),
  ];
}

function indexes(metadata: EntityMetadata, table: Table): string[] {
  const stored = [...table.indices, ...table.uniques].map(
    ({ name, columnNames }) => `${name} (${columnNames.join()})`,
  );
  const declared = [
    ...metadata.indices.map(
      ({ name, columns: list }) => `${name} (${list.map((c) => c.databaseName).join()})`,
    ),
    ...metadata.uniques.map(
      ({ name, columns: list }) => `${name} (${list.map((c) => c.databaseName).join()})`,
    ),
  ];
  return difference('index', declared, stored);
}

function difference(
  what: string,
  declared: readonly string[],
  stored: readonly string[],
): string[] {
  return [
    ...declared
      .filter((one) => !stored.includes(one))
      .map((one) => `${what} only declared: ${one}`),
    ...stored.filter((one) => !declared.includes(one)).map((one) => `${what} only stored: ${one}`),
  ];
}

function bare(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
