import { systemActor, runInActorContext } from '../../core/actor-context';
import { createLogger } from './logging';

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('The log', () => {
  it('contains the trace id of the current context, if there is one', () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => lines.push(line) });
    logger.info('before');
    runInActorContext({ actor: systemActor, trace: TRACE }, () =>
      logger.warn({ details: 1 }, 'inside'),
    );
    runInActorContext({ actor: systemActor }, () => logger.info('of no trace'));
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.map(({ msg, traceId }) => [msg, traceId])).toEqual([
      ['before', undefined],
      ['inside', '4bf92f3577b34da6a3ce929d0e0e4736'],
      ['of no trace', undefined],
    ]);
    expect(entries[1]).toMatchObject({ level: 40, details: 1 });
  });
});
