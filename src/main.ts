import 'reflect-metadata';
import cluster from 'node:cluster';
import { Configuration, ConfigurationError } from './config/configuration';
import { DomainError } from './core/errors';

/** Starts the service: as the primary with WORKERS above 1, otherwise as a serving process. */
async function start(): Promise<void> {
  const configuration = Configuration.from(process.env);
  // Loaded on demand: the primary takes a third of the memory of a serving process.
  if (configuration.workers === 1)
    await (await import('./bootstrap/serve.js')).serve(configuration);
  else if (cluster.isPrimary)
    await (await import('./bootstrap/workers/worker-supervisor.js')).runPrimary(configuration);
  else await (await import('./bootstrap/workers/run-worker.js')).runWorker(configuration);
}

/** Whether the message is sufficient without a stack: an invalid setting, or an unusable port, file or server. */
function isExpectedError(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return (
    error instanceof ConfigurationError || error instanceof DomainError || typeof code === 'string'
  );
}

start().catch((error: unknown) => {
  const text =
    error instanceof Error && !isExpectedError(error) ? error.stack : (error as Error).message;
  process.stderr.write(`The service can't start: ${text}\n`);
  process.exit(1);
});
