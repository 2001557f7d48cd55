import cluster from 'node:cluster';
import type { Configuration } from '../../config/configuration';
import { serve } from '../serve';
import { type IpcTransport, IpcEndpoint } from './ipc-endpoint';

/** Runs the service as one of several workers of a primary. @throws the same errors as `serve` */
export function runWorker(configuration: Configuration): Promise<void> {
  const primary = new IpcEndpoint(process as IpcTransport);
  return serve(configuration, { primary, isFirstWorker: cluster.worker?.id === 1 });
}
