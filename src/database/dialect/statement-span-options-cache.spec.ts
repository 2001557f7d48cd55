import { StatementSpanOptionsCache } from './statement-span-options-cache';

describe('The name of a statement', () => {
  const names = new StatementSpanOptionsCache('sqlite');

  it.each([
    ['SELECT t.`id` FROM `orders` t LEFT JOIN `users` j1 ON 1', 'SELECT orders'],
    ['SELECT a FROM (SELECT t.`id` FROM `news` t) p CROSS JOIN `news` t', 'SELECT news'],
    ['SELECT (SELECT COUNT(*) FROM `tags` t) - (SELECT 1)', 'SELECT tags'],
    ['SELECT `id` FROM `users` t WHERE `id` IN (?) FOR UPDATE', 'SELECT users'],
    ['INSERT IGNORE INTO `users` (`a`) VALUES (?)', 'INSERT users'],
    ['UPDATE `users` SET `a` = ?', 'UPDATE users'],
    ['delete from users where a = ?', 'DELETE users'],
    ['SAVEPOINT attempt_1', 'SAVEPOINT'],
    ['ROLLBACK TO SAVEPOINT attempt_1', 'ROLLBACK'],
    ['SELECT 1', 'SELECT'],
    ['', ''],
  ])('%j is %j', (sql, name) => {
    expect(names.forStatement(sql).name).toBe(name);
    expect(names.forStatement(sql)).toBe(names.forStatement(sql));
  });

  it('is also in the attributes', () => {
    expect(names.forStatement('UPDATE `users` SET `a` = ?').attributes).toEqual({
      'db.system.name': 'sqlite',
      'db.operation.name': 'UPDATE',
      'db.collection.name': 'users',
    });
    expect(names.forInsert('users', 1).attributes).not.toHaveProperty(['db.operation.batch.size']);
    expect(names.forInsert('users', 3).attributes).toMatchObject({ 'db.operation.batch.size': 3 });
  });
});
