import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A server of a spec file's own, which can be killed, hung and started again. */
export abstract class ServerProcess {
  protected process?: ChildProcess;

  /** Ends it like a power cut would. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Lets it end what it has begun. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  /** It keeps its connections and answers nothing any more. */
  suspend(): void {
    this.process?.kill('SIGSTOP');
  }

  resume(): void {
    this.process?.kill('SIGCONT');
  }

  protected get hasEnded(): boolean {
    return this.process?.exitCode !== null || this.process.signalCode !== null;
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.process;
    if (!child || this.hasEnded) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
