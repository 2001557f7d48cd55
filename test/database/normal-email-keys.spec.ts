/** @engine */
import { createDataSource, type StoreDataSource } from '../../src/database/connection/data-source';
import { migrations } from '../../src/database/migrations';
import { NormalEmailKeys } from '../../src/database/migrations/0280-normal-email-keys';
import { migrate } from '../../src/database/migrations/migrate';
import { emptyDatabaseUrl, type TestDatabase } from '../support/service/database';

const composed = '\u00e9va@example.com';
const decomposed = 'e\u0301va@example.com';

describe('The migration that compares e-mail addresses in NFC', () => {
  let database: TestDatabase;
  let source: StoreDataSource;

  beforeEach(async () => {
    database = await emptyDatabaseUrl();
    const before = migrations.slice(0, migrations.indexOf(NormalEmailKeys));
    await migrate(database.url, before);
    source = await createDataSource(database.url, { migrations: [...before, NormalEmailKeys] });
    await source.initialize();
    await source.query(
      "INSERT INTO user_groups (id, p_id, name, description, date_added) VALUES (1, 'all', 'All', '', '2026-01-01 00:00:00.000')",
    );
  });

  afterEach(async () => {
    await source.destroy();
    await database.drop();
  });

  async function insert(id: number, email: string): Promise<void> {
    const now = '2026-01-01 00:00:00.000';
    const columns: Record<string, unknown> = {
      ...{ id, p_id: `user-${id}`, active: 1, email, email_key: email, email_folded: '' },
      ...{ nick_folded: '', currency_code: '', credential_version: 0, supplier: 0 },
      ...{ supplier_active: 0, supplier_logo: '', agent_commission: 0, subscribed: 0 },
      ...{ chat_support: 0, ticketing_support: 0 },
      ...{ group_id: 1, system_level: 4, user_type: 1, gender: 1, language_code: 'en', image: '' },
      ...{ blogger: 0, blog_verified: 0, reverse_charge_vat: 0, use_shipping_address: 0 },
      ...{ verified: 1, visits: 1, agent: 0, date_added: now, last_used: now },
    };
    const names = Object.keys(columns);
    const marks = names.map(() => '?').join();
    await source.query(
      `INSERT INTO users (${names.join()}) VALUES (${marks})`,
      Object.values(columns),
    );
  }

  async function keys(): Promise<Record<string, string>> {
    const sql = 'SELECT id, email_key AS k FROM users ORDER BY id';
    const rows = await source.query<{ id: number; k: string }[]>(sql);
    return Object.fromEntries(rows.map(({ id, k }) => [id, k]));
  }

  it('changes the keys of addresses in other forms, unless another user has the key', async () => {
    await insert(1, 'ada@example.com');
    await insert(2, decomposed);
    await insert(1500, `x${decomposed}`);
    await insert(1501, `x${composed}`);
    for (let id = 10; id < 1100; id += 1) await insert(id, `user-${id}@example.com`);
    await source.runMigrations({ transaction: 'each' });
    expect(await keys()).toMatchObject({
      1: 'ada@example.com',
      2: composed,
      1500: `x${decomposed}`,
      1501: `x${composed}`,
    });
  });
});
