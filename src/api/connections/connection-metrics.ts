import type { Server } from 'node:http';
import { promisify } from 'node:util';
import type { Metrics } from '../../core/metrics';
import type { ConnectionEndReason } from './connection-limits';

/**
 * Reports how many connections are open.
 * @returns counts a connection that was refused or ended, by its reason
 */
export function registerConnectionMetrics(
  server: Server,
  metrics: Metrics,
): (reason: ConnectionEndReason) => void {
  metrics.gauge({ name: 'http_connections', help: 'Connections that are open' }, () =>
    promisify(server.getConnections.bind(server))(),
  );
  const endedCounter = metrics.counter({
    name: 'http_connections_ended_total',
    help: 'Connections that were refused or ended: too many (limit), too many from one network (address), a response that the client does not read (stalled), too many unsent bytes in all responses (waiting)',
    labels: ['reason'],
  });
  return (reason) => {
    endedCounter.add({ reason });
  };
}
