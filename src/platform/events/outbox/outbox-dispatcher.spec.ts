import { Clock } from '../../../core/clock';
import type { SendResult } from './message-content';
import type { MessageSenders } from './message-senders';
import type { ClaimedMessage, OutboxClaims } from './outbox-claims';
import { OutboxDispatcher } from './outbox-dispatcher';
import type { OutboxMetrics } from './outbox-metrics';

const DELIVERED: SendResult = { result: 'delivered', detail: 'HTTP 204' };

describe('the dispatcher of the outbox', () => {
  const due: string[] = [];
  const sent: string[] = [];
  const held: (() => void)[] = [];
  const claims = {
    claim: (max: number, { only, except = [] }: Parameters<OutboxClaims['claim']>[1]) => {
      const isWanted = (one: string): boolean =>
        (only?.includes(one) ?? true) && !except.includes(one);
      const claimed = due.filter(isWanted).slice(0, max);
      for (const one of claimed) due.splice(due.indexOf(one), 1);
      return Promise.resolve(claimed.map((destination) => ({ destination }) as ClaimedMessage));
    },
    record: () => Promise.resolve(),
    sweep: () => Promise.resolve(0),
  };
  const senders = {
    send: async ({ destination }: ClaimedMessage) => {
      sent.push(destination);
      if (destination.startsWith('hangs')) await new Promise<void>((resolve) => held.push(resolve));
      return DELIVERED;
    },
  };
  const dispatcher = new OutboxDispatcher(
    claims as unknown as OutboxClaims,
    senders as unknown as MessageSenders,
    new Clock(),
    { countAttempt: () => undefined } as unknown as OutboxMetrics,
  );
  const countOf = (start: string): number => sent.filter((one) => one.startsWith(start)).length;
  const dispatch = async (): Promise<void> => {
    dispatcher.trigger();
    await new Promise((resolve) => setTimeout(resolve, 100));
  };

  it('sends to fast destinations while a thousand messages wait for many that hang', async () => {
    due.push('quick');
    dispatcher.start();
    await dispatch();
    expect(countOf('quick')).toBe(1);
    for (let at = 0; at < 1000; at++) due.push(`hangs-${at % 100}`);
    due.push('quick', 'new');
    await dispatch();
    expect(countOf('quick')).toBe(2);
    expect(countOf('hangs')).toBeLessThanOrEqual(12);
    due.push('quick');
    await dispatch();
    expect(countOf('quick')).toBe(3);
  });

  it('sends to unknown destinations first, and to slow ones in turn, whatever waits for others', async () => {
    let now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 10_000));
    const goOnUntil = async (isSent: () => boolean): Promise<number> => {
      const before = countOf('hangs');
      while (!isSent() && held.length > 0) {
        for (const release of held.splice(0)) release();
        await dispatch();
      }
      expect(isSent()).toBe(true);
      return countOf('hangs') - before;
    };
    expect(await goOnUntil(() => countOf('new') === 1)).toBeLessThan(130);
    // Slow like all others by now.
    due.push('new');
    expect(await goOnUntil(() => countOf('new') === 2)).toBeLessThan(250);
    expect(due.length).toBeGreaterThan(500);
    jest.restoreAllMocks();
    dispatcher.onModuleDestroy();
    for (const release of held.splice(0)) release();
    await dispatcher.onApplicationShutdown();
  });
});
