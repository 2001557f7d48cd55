import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { buildService, type Ended } from './built-process';

/**
 * Commands of the built command line, all in one process: loading the service for each costs a second of a processor.
 * For specs that are about what a command does; `BuiltCommand` is for those about its process.
 */
export class CommandServer {
  private constructor(
    private readonly child: ChildProcess,
    /** Takes commands in JSON. */
    readonly url: string,
  ) {}

  static async start(): Promise<CommandServer> {
    await buildService();
    const env = { PATH: process.env['PATH'] };
    const child = fork(join(__dirname, 'serve-commands.cjs'), { env, execArgv: [] });
    const [port] = (await once(child, 'message')) as [number];
    return new CommandServer(child, `http://127.0.0.1:${port}`);
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
    const body = JSON.stringify({ args, environment, folder: tmpdir(), input });
    // Unlike fetch it waits for as long as a command takes.
    const request = http.request(this.url, { method: 'POST' }).end(body);
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    return (await json(answer)) as Ended;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }
}
