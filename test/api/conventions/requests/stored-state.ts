import { Database } from '../../../../src/database';
import type { Service } from '../../../support/service/service';
import { testServer } from '../../../support/service/database';

const LIST_TABLES =
  testServer === undefined
    ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY name';

/** Columns that the service writes by itself, at any time. */
const COMES_BY_ITSELF = ['last_used_at'];

/** Tables of completed and refused requests, which only grow. */
const HISTORY = ['journal_entries', 'journal_numbering'];

/** Everything that is stored, as one text: two of them are equal when nothing was changed in between. */
export async function storedState(service: Service): Promise<string> {
  const database = service.app.get(Database);
  const tables = await database.select<{ name: string }>(LIST_TABLES);
  const lines: string[] = [];
  for (const { name } of tables.filter(({ name }) => !HISTORY.includes(name))) {
    const rows = await database.select(`SELECT * FROM \`${name}\``);
    const texts = rows.map((row) =>
      JSON.stringify(row, (key, value: unknown) =>
        COMES_BY_ITSELF.includes(key) ? undefined : value,
      ),
    );
    lines.push(`${name}: ${texts.sort().join()}`);
  }
  return lines.join('\n');
}
