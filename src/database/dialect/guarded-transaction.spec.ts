import type { Transaction } from './connection';
import { GuardedTransaction } from './guarded-transaction';
import { MysqlDialect } from './mysql.dialect';

const deadlock = Object.assign(new Error('Deadlock found'), { errno: 1213 });
const lostSavepoint = Object.assign(new Error('SAVEPOINT a does not exist'), { errno: 1305 });
const duplicate = Object.assign(new Error("Duplicate entry 'x' for key 'k'"), { errno: 1062 });
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A transaction that fails at the given statements, and the list of the statements that reached it. */
function transaction(errors: Record<string, Error> = {}) {
  const sent: string[] = [];
  const send = async <T>(sql: string, answer: T): Promise<T> => {
    sent.push(sql);
    await tick();
    if (errors[sql]) throw errors[sql];
    return answer;
  };
  const inner: Transaction = {
    read: () => send('read', undefined as never),
    select: (sql) => send(sql, []),
    execute: (sql) => send(sql, 1),
    insert: ({ table }) => send(table, []),
    query: (sql) => send(sql, { affected: 0, insertId: 0 }),
    commit: () => send('COMMIT', undefined),
    rollback: () => send('ROLLBACK', undefined),
  };
  return {
    sent,
    guarded: new GuardedTransaction(
      inner,
      new MysqlDialect({ version: '11.4-MariaDB', keyStep: 1, hasGalera: false }),
    ),
  };
}

describe('GuardedTransaction', () => {
  it.each([
    ['a deadlock', deadlock],
    ['a savepoint that is gone', lostSavepoint],
  ])('sends nothing after %s, even if the error is caught', async (_, error) => {
    const { sent, guarded } = transaction({ 'SAVEPOINT a': error });
    await guarded.execute('one', []);
    await expect(guarded.query('SAVEPOINT a')).rejects.toBe(error);
    await expect(guarded.execute('two', [])).rejects.toBe(error);
    await expect(guarded.select('three', [])).rejects.toBe(error);
    await expect(guarded.insert({ table: 'four', columns: [], rows: [] })).rejects.toBe(error);
    await expect(guarded.commit()).rejects.toBe(error);
    await guarded.rollback();
    expect(sent).toEqual(['one', 'SAVEPOINT a', 'ROLLBACK']);
  });

  it('sends no statements that were waiting when the transaction was lost', async () => {
    const { sent, guarded } = transaction({ one: deadlock });
    const both = await Promise.allSettled([guarded.execute('one', []), guarded.execute('two', [])]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(sent).toEqual(['one']);
  });

  it('continues after an error of a single statement, in the order of the calls', async () => {
    const { sent, guarded } = transaction({ two: duplicate });
    const all = ['one', 'two', 'three'].map((sql) => guarded.execute(sql, []));
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(guarded.abortError).toBeUndefined();
    await guarded.commit();
    expect(sent).toEqual(['one', 'two', 'three', 'COMMIT']);
  });

  it('rejects statements after its end', async () => {
    const committed = transaction();
    await committed.guarded.commit();
    await expect(committed.guarded.execute('late', [])).rejects.toThrow('over');
    const failed = transaction();
    const first = failed.guarded.execute('one', []);
    const waiting = failed.guarded.execute('two', []);
    const refused = expect(waiting).rejects.toThrow('over');
    await Promise.all([failed.guarded.rollback(), first, refused]);
    expect(failed.sent).toEqual(['one', 'ROLLBACK']);
  });
});
