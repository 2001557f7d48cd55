import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { threadHeaps } from '../../test/support/service/thread-heaps';
import { ThreadPool } from './thread-pool';

describe('ThreadPool', () => {
  it('ends a thread after its idle time, and starts another', async () => {
    const modulePath = join(__dirname, '../api/request/large-json.worker');
    const pool = new ThreadPool({
      modulePath,
      functionName: 'parse',
      maxThreads: 1,
      idleTimeoutMs: 200,
    });
    const parse = async (): Promise<unknown> => {
      const body = Uint8Array.from(Buffer.from('{"a": 1}'));
      return pool.run(
        {
          body,
          limits: { maxBytesOutsideTexts: 100, values: { maxPerContainer: 10, maxTotal: 10 } },
          base64Paths: [],
        },
        {},
      );
    };
    const answer = { value: { a: 1 }, decodedMembers: [] };
    expect(await parse()).toEqual(answer);
    expect(threadHeaps().size).toBe(1);
    while (threadHeaps().size > 0) await pause(50);
    expect(await parse()).toEqual(answer);
    await pool.end();
  });
});
