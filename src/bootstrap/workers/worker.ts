import cluster from 'node:cluster';
import type { Configuration } from '../../config/configuration';
import { serve } from '../serve';
import { type IpcTransport, IpcEndpoint } from './ipc-endpoint';

/** Serves as one of several processes, which the primary has started. @throws as `serve` does */
export function runWorker(configuration: Configuration): Promise<void> {
  const primary = new IpcEndpoint(process as IpcTransport);
  return serve(configuration, { primary, isFirst: cluster.worker?.id === 1 });
}
