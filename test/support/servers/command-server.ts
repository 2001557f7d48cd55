import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { buildService, type Ended } from './built-process';
import { serviceGlobal } from '../service/service-global';

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  /** When the service was built that it has loaded, in milliseconds since 1970. */
  readonly builtAt: number;
}

/** Outlives a file of specs. */
const worker = serviceGlobal as { commandServer?: Running };

/**
 * Commands of the built command line, all in one process for each of jest's workers. Loading the service for each
 * would cost a second of a processor. It is for specs about the effect of a command; `BuiltCommand` is for those
 * about its process.
 */
export class CommandServer {
  /** @param url takes commands in JSON */
  private constructor(readonly url: string) {}

  /** @returns the one of this worker, which ends with it */
  static async shared(): Promise<CommandServer> {
    const builtAt = await buildService();
    const { commandServer: running } = worker;
    const isUsable = running?.child.exitCode === null && running.builtAt === builtAt;
    if (running && !isUsable) running.child.kill();
    const { url } = running && isUsable ? running : await start(builtAt);
    return new CommandServer(url);
  }

  /** @param environment all settings */
  run(environment: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ended> {
    return this.runWith('', environment, ...args);
  }

  /** @param input what the command finds at its standard input */
  async runWith(
    input: string,
    environment: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ): Promise<Ended> {
    return this.send({ args, environment, folder: tmpdir(), input });
  }

  /** @returns what a start of the service with these settings writes, and its exit code; it must fail */
  runFailingStart(environment: Readonly<Record<string, string>>): Promise<Ended> {
    return this.send({ environment, folder: tmpdir() });
  }

  private async send(what: object): Promise<Ended> {
    const body = JSON.stringify(what);
    // Unlike fetch it waits for as long as a command takes.
    const request = http.request(this.url, { method: 'POST' }).end(body);
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    return (await json(answer)) as Ended;
  }
}

async function start(builtAt: number): Promise<Running> {
  const env = { PATH: process.env['PATH'] };
  const child = fork(join(__dirname, 'serve-commands.cjs'), { env, execArgv: [] });
  const [port] = (await once(child, 'message')) as [number];
  // The worker may end while it runs.
  child.unref();
  child.channel?.unref();
  return (worker.commandServer = { child, url: `http://127.0.0.1:${port}`, builtAt });
}
