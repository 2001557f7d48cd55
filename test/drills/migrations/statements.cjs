/**
 * In a process that migrates (NODE_OPTIONS=--require): notes each statement that changes something, a line each in
 * STATEMENTS, and ends the process before one of them. CUT_BEFORE is `migrations:statements`: how many migrations
 * are done by then, and how many statements of the next one.
 */
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');

const drivers = join(__dirname, '../../../node_modules/typeorm/driver');
const { BetterSqlite3QueryRunner } = require(
  join(drivers, 'better-sqlite3/BetterSqlite3QueryRunner'),
);
const { MysqlQueryRunner } = require(join(drivers, 'mysql/MysqlQueryRunner'));

const CHANGES = /^\s*(CREATE|ALTER|DROP|INSERT|UPDATE|DELETE)\b/i;
const NOTE = /^INSERT INTO (`\w+`\.)?["`]migrations["`]/;
/** Statements on this table don't belong to a migration. */
const OWN = /migration_claims/;

const [migrations, statements] = (process.env.CUT_BEFORE ?? ':').split(':').map(Number);
const isCut = Boolean(process.env.CUT_BEFORE);
let done = 0;
let changes = 0;

function before(sql) {
  if (!CHANGES.test(sql) || OWN.test(sql)) return;
  if (isCut && done === migrations && changes === statements) process.kill(process.pid, 'SIGKILL');
  const isNote = NOTE.test(sql);
  const line = JSON.stringify({ at: Date.now(), isNote });
  if (process.env.STATEMENTS) appendFileSync(process.env.STATEMENTS, `${line}\n`);
  if (isNote) [done, changes] = [done + 1, 0];
  else changes += 1;
}

for (const { prototype } of [BetterSqlite3QueryRunner, MysqlQueryRunner]) {
  const { query } = prototype;
  prototype.query = function (sql, ...more) {
    before(sql);
    return query.call(this, sql, ...more);
  };
}
