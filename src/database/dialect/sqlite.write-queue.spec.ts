import { Semaphore } from '../../core/semaphore';
import { WriteQueueSlot } from './sqlite.write-queue';

describe('WritingSeat', () => {
  const order: string[] = [];
  const asked = async (seat: WriteQueueSlot, name: string): Promise<void> => {
    order.push(`${name} ${await seat.begin()}`);
  };
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('gives turns in the order of asking, one at a time', async () => {
    const lane = new Semaphore(1);
    const [importing, one, other] = [lane, lane, lane].map((all) => new WriteQueueSlot(all)) as [
      WriteQueueSlot,
      WriteQueueSlot,
      WriteQueueSlot,
    ];
    await asked(importing, 'import');
    void asked(one, 'one');
    void asked(other, 'other');
    await settled();
    expect(order).toEqual(['import true']);
    importing.end();
    void asked(importing, 'import');
    await settled();
    one.end();
    await settled();
    other.end();
    await settled();
    expect(order).toEqual(['import true', 'one true', 'other true', 'import true']);
  });

  it('takes nobody up who has gone, inside or waiting', async () => {
    const lane = new Semaphore(1);
    const [dead, gone, next] = [
      new WriteQueueSlot(lane),
      new WriteQueueSlot(lane),
      new WriteQueueSlot(lane),
    ];
    expect(await dead.begin()).toBe(true);
    const waiting = gone.begin();
    const last = next.begin();
    gone.end();
    expect(await waiting).toBe(false);
    dead.end();
    dead.end();
    expect(await last).toBe(true);
    expect(lane.load).toEqual({ inUse: 1, waiting: 0 });
  });
});
