/** @engine */
import { compilePlan } from '../../src/database/reading/compile-plan';
import { readRowsAtOffset } from '../../src/database/reading/page-rows';
import type { Database } from '../../src/database';
import { openSample, plan } from './sample';
import { Shop } from './sample.entity';

describe('Rows of a page with very many matches', () => {
  let database: Database;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const sample = await openSample();
    ({ close } = sample);
    ({ database } = sample.dataAccess);
  });
  afterAll(() => close());

  it('are scanned in the order of the index, although the total is known', () => {
    const model = database.models.get(Shop);
    const rows = readRowsAtOffset(
      {
        compiled: compilePlan(model, plan(['id'])),
        sorting: {
          normalizedText: 'id.asc',
          columns: [{ column: model.primaryKey, isDescending: false }],
        },
        conditions: [],
        scan: { indexConditions: [], rowConditions: [], total: 5000 },
        bypassesOrderIndex: true,
      },
      10,
      0,
    );
    rows.next([]);
    rows.next([[[5000]]]);
    const { value } = rows.next([[[100]]]);
    expect(value).toEqual([
      { sql: expect.stringMatching(/ORDER BY t\.`id` LIMIT \?$/) as string, params: [100, 10] },
    ]);
  });
});
