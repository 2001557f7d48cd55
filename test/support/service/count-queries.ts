import type { Database } from '../../../src/database';

type Steps = Parameters<Database['read']>[0];

/**
 * How many SELECTs of documents and their parts the service sends while `work` runs.
 * @param tables of which tables; others, for example of credentials, come at their own times
 */
export async function countQueries(
  database: Database,
  work: () => Promise<unknown>,
  tables = /\bdocuments?(_|\b)/,
): Promise<number> {
  let queries = 0;
  const read = database.read.bind(database);
  const list = database.readList.bind(database);
  const all = database.select.bind(database);
  function* counted(steps: Steps): Steps {
    let step = steps.next();
    while (!step.done) {
      queries += step.value.filter(({ sql }) => tables.test(sql)).length;
      step = steps.next(yield step.value);
    }
    return step.value;
  }
  const reads = jest.spyOn(database, 'read').mockImplementation((steps) => read(counted(steps)));
  const lists = jest
    .spyOn(database, 'readList')
    .mockImplementation((steps, how) => list((source) => counted(steps(source)), how));
  const others = jest.spyOn(database, 'select').mockImplementation((sql, params) => {
    if (tables.test(sql)) queries++;
    return all(sql, params);
  });
  try {
    await work();
  } finally {
    reads.mockRestore();
    lists.mockRestore();
    others.mockRestore();
  }
  return queries;
}
