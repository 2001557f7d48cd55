/**
 * A thread that changes a row of one table after another, all the time, and reports when it had to wait, and how
 * long.
 */
const { parentPort, workerData } = require('node:worker_threads');
const { setTimeout: pause } = require('node:timers/promises');

const { url, tables } = workerData;
const PAUSE_MS = 5;
const PATIENCE_MS = 3_600_000;

async function connect() {
  if (url.startsWith('sqlite:')) {
    const { openSqlite } = require('../../../dist/database/dialect/sqlite.driver.js');
    const database = openSqlite(url.slice('sqlite:'.length), { timeout: PATIENCE_MS });
    return { run: async (sql) => database.prepare(sql).run(), end: async () => database.close() };
  }
  const connection = await require('mysql2/promise').createConnection(url);
  return { run: (sql) => connection.query(sql), end: () => connection.end() };
}

let isOver = false;
parentPort.once('message', () => (isOver = true));

void (async () => {
  const connection = await connect();
  const waits = [];
  for (let at = 0; !isOver; at++) {
    const begun = Date.now();
    // Nothing changes, but it takes the locks that a change takes.
    await connection
      .run(`UPDATE ${tables[at % tables.length]} SET id = id WHERE id = 1`)
      .catch(() => undefined);
    waits.push({ begun, ended: Date.now() });
    await pause(PAUSE_MS);
  }
  await connection.end();
  parentPort.postMessage(waits);
})();
