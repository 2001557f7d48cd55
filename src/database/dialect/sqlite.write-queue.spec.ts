import { Semaphore } from '../../core/semaphore';
import { WriteQueueSlot } from './sqlite.write-queue';

describe('WriteQueueSlot', () => {
  const order: string[] = [];
  const asked = async (slot: WriteQueueSlot, name: string): Promise<void> => {
    order.push(`${name} ${await slot.acquire()}`);
  };
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('lets one process write at a time, in the order of the requests', async () => {
    const semaphore = new Semaphore(1);
    const [importing, one, other] = [semaphore, semaphore, semaphore].map(
      (all) => new WriteQueueSlot(all),
    ) as [WriteQueueSlot, WriteQueueSlot, WriteQueueSlot];
    await asked(importing, 'import');
    void asked(one, 'one');
    void asked(other, 'other');
    await settled();
    expect(order).toEqual(['import true']);
    importing.release();
    void asked(importing, 'import');
    await settled();
    one.release();
    await settled();
    other.release();
    await settled();
    expect(order).toEqual(['import true', 'one true', 'other true', 'import true']);
  });

  it('skips a process that has ended, while it writes or waits', async () => {
    const semaphore = new Semaphore(1);
    const [dead, aborted, next] = [
      new WriteQueueSlot(semaphore),
      new WriteQueueSlot(semaphore),
      new WriteQueueSlot(semaphore),
    ];
    expect(await dead.acquire()).toBe(true);
    const waiting = aborted.acquire();
    const last = next.acquire();
    aborted.release();
    expect(await waiting).toBe(false);
    dead.release();
    dead.release();
    expect(await last).toBe(true);
    expect(semaphore.load).toEqual({ inUse: 1, waiting: 0 });
  });
});
