import type { Database } from '../../../src/database';

type Steps = Parameters<Database['read']>[0];
type Work = Parameters<Database['write']>[0];
type Transaction = Parameters<Work>[0];

/** Others, of credentials for example, come at their own times. */
const DOCUMENT_TABLES =
  /\b(documents?(_\w+)?|number_series|search_(postings|records)|headquarters)\b/;

/**
 * How many statements about documents the service sends while `work` runs. An INSERT of many rows is one,
 * which the drivers may cut into a few.
 * @param counted what a statement is counted by, when it is not about documents
 */
export async function countStatements(
  database: Database,
  work: () => Promise<unknown>,
  counted = DOCUMENT_TABLES,
): Promise<number> {
  let count = 0;
  const note = (text: string): void => {
    if (counted.test(text)) count++;
  };
  const originals = {
    read: database.read.bind(database),
    list: database.readList.bind(database),
    all: database.select.bind(database),
    write: database.write.bind(database),
  };
  function* noted(steps: Steps): Steps {
    let step = steps.next();
    while (!step.done) {
      for (const { sql } of step.value) note(sql);
      step = steps.next(yield step.value);
    }
    return step.value;
  }
  const spies = [
    jest.spyOn(database, 'read').mockImplementation((steps) => originals.read(noted(steps))),
    jest
      .spyOn(database, 'readList')
      .mockImplementation((steps, how) => originals.list((source) => noted(steps(source)), how)),
    jest.spyOn(database, 'select').mockImplementation((sql, params) => {
      note(sql);
      return originals.all(sql, params);
    }),
    jest
      .spyOn(database, 'write')
      .mockImplementation((run) =>
        originals.write((transaction) => run(toRecordingTransaction(transaction, note))),
      ),
  ];
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return count;
}

/** The same transaction, which notes what it writes. */
function toRecordingTransaction(
  transaction: Transaction,
  note: (text: string) => void,
): Transaction {
  const writes = {
    insert: (insertion: Parameters<Transaction['insert']>[0]) => {
      note(insertion.table);
      return transaction.insert(insertion);
    },
    execute: (...args: Parameters<Transaction['execute']>) => {
      note(args[0]);
      return transaction.execute(...args);
    },
  };
  return Object.assign(Object.create(transaction) as Transaction, writes);
}
