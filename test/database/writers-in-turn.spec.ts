/** @engine */
import { setTimeout as pause } from 'node:timers/promises';
import { runInActorContext } from '../../src/core/actor-context';
import type { DataAccess } from '../../src/database';
import { testServer } from '../support/service/database';
import { openSample } from './sample';
import { Town } from './sample.entity';

// On a server several write at once.
(testServer === undefined ? describe : describe.skip)('Writers of SQLite', () => {
  let dataAccess: DataAccess;
  let close: () => Promise<void>;
  beforeAll(async () => ({ dataAccess, close } = await openSample()));
  afterAll(() => close());

  it('are served in turns: one caller with many writes waits for itself', async () => {
    const order: number[] = [];
    const write = (id: number, at: number): Promise<void> =>
      runInActorContext({ actor: { kind: 'key', id, name: '' } }, async () => {
        await dataAccess.unitOfWork.run(async () => {
          await dataAccess.writer.insert(Town, [{ pId: `turn-${at}` }]);
          await pause(10);
        });
        order.push(id);
      });
    await Promise.all([...Array<number>(12).fill(1), 2].map(write));
    expect(order.indexOf(2)).toBeLessThan(4);
    expect(order).toHaveLength(13);
  });
});
