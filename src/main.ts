import 'reflect-metadata';
import cluster from 'node:cluster';
import { Configuration, ConfigurationError } from './config/configuration';
import { DomainError } from './core/errors';

/** Several processes: this one starts and watches them; else, and in each of them, it serves. */
async function start(): Promise<void> {
  const configuration = Configuration.from(process.env);
  // Loaded by those alone who need it: the primary takes a third of the memory of a process that serves.
  if (configuration.workers === 1)
    await (await import('./bootstrap/serve.js')).serve(configuration);
  else if (cluster.isPrimary)
    await (await import('./bootstrap/workers/worker-supervisor.js')).runPrimary(configuration);
  else await (await import('./bootstrap/workers/worker.js')).runWorker(configuration);
}

/** Whether the message says all: a wrong setting, or a port, file or server that can't be had. */
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
