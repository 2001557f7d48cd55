import type { QueryRunner } from 'typeorm';
import { changeRows, defineMigration } from './schema';

const CHUNK_ROWS = 1000;

type UserRow = Readonly<Record<'id' | 'email' | 'email_key', string>>;

/**
 * Normalizes the keys of e-mail addresses to Unicode NFC. A user keeps the old key if another user already has the
 * normalized one.
 */
async function normalizeKeys(runner: QueryRunner): Promise<void> {
  for (let after: string | number = 0; ;) {
    const sql = `SELECT id, email, email_key FROM users WHERE id > ? ORDER BY id LIMIT ${CHUNK_ROWS}`;
    const users = (await runner.query(sql, [after])) as UserRow[];
    for (const { id, email, email_key: stored } of users) {
      // The key of an address as of this migration.
      const key = email.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
      if (key === stored) continue;
      const taken = (await runner.query('SELECT id FROM users WHERE email_key = ?', [
        key,
      ])) as unknown[];
      if (taken.length > 0) continue;
      await runner.query('UPDATE users SET email_key = ? WHERE id = ?', [key, id]);
    }
    const last = users.at(-1);
    if (!last || users.length < CHUNK_ROWS) return;
    after = last.id;
  }
}

/** The keys by which users are found by their e-mail address. */
export const NormalEmailKeys = defineMigration(280, 'NormalEmailKeys', [
  changeRows({ up: normalizeKeys, down: () => Promise.resolve() }),
]);
