import type { Server } from 'node:http';
import { promisify } from 'node:util';
import type { Metrics } from '../../core/metrics';
import type { ConnectionEndReason } from './connection-limits';

/** Tells how many connections are open; what it returns counts those that were refused or ended. */
export function connectionMetrics(
  server: Server,
  metrics: Metrics,
): (reason: ConnectionEndReason) => void {
  metrics.gauge({ name: 'http_connections', help: 'Connections that are open' }, () =>
    promisify(server.getConnections.bind(server))(),
  );
  const ended = metrics.counter({
    name: 'http_connections_ended_total',
    help: 'Connections that were refused or ended: too many (limit), too many from one network (address), an answer that its reader does not take (stalled), too many bytes in all answers (waiting)',
    labels: ['reason'],
  });
  return (reason) => {
    ended.add({ reason });
  };
}
