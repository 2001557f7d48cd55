import { Database, listDataColumns, type EntityClass } from '../../src/database';
import { personalTables, personalTextColumns } from '../../src/platform/privacy/personal-data';
import { Service } from '../support/service/service';
import { serviceTables } from '../support/service/service-tables';
import { nonPersonalColumns } from './non-personal-columns';

/** Kinds of columns that hold what somebody has written. */
const texts: ReadonlySet<string> = new Set(['pid', 'varchar', 'longText', 'json']);

describe('What is personal', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
  });

  afterAll(() => service.stop());

  const tableOf = (entity: EntityClass): string =>
    service.app.get(Database).models.get(entity).table;

  /** The columns of all entities of the service, by their tables. */
  const columnsByTable = async () =>
    new Map(
      [...(await serviceTables(service))].map(([table, entity]) => [
        table,
        listDataColumns(entity),
      ]),
    );

  it('is declared for every column of text, once', async () => {
    const undeclared: string[] = [];
    const twice: string[] = [];
    for (const [name, columns] of await columnsByTable()) {
      const declared = declarationsOf(name);
      for (const { property, kind } of columns) {
        const times = declared.filter((one) => one === property).length;
        if (times > 1) twice.push(`${name}.${property}`);
        const isText = texts.has(kind.name) && property !== 'languageCode';
        if (times === 0 && isText) undeclared.push(`${name}.${property}`);
      }
    }
    // Declare a column in src/platform/privacy/personal-data.ts, or in non-personal-columns.ts here.
    expect({ undeclared, twice }).toEqual({ undeclared: [], twice: [] });
  });

  it('is declared for no missing column', async () => {
    const known = await columnsByTable();
    const tables = new Set([
      ...Object.keys(nonPersonalColumns),
      ...Object.keys(personalTextColumns),
      ...personalTables.map(({ entity }) => tableOf(entity)),
    ]);
    const unknown = [...tables].flatMap((table) => {
      const properties = new Set(known.get(table)?.map(({ property }) => property));
      return declarationsOf(table)
        .filter((property) => !properties.has(property))
        .map((property) => `${table}.${property}`);
    });
    expect(unknown).toEqual([]);
  });

  function declarationsOf(table: string): string[] {
    const columns = personalTables.filter(({ entity }) => tableOf(entity) === table);
    return [
      ...columns.flatMap((one) => Object.keys(one.columns)),
      ...(personalTextColumns[table] ?? []),
      ...(nonPersonalColumns[table] ?? []),
    ];
  }
});
