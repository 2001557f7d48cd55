import type { Writable } from 'node:stream';
import { BodyTooLarge } from '../problems/api-errors';
import type { BoundaryCounter } from './boundary-counter';

/** Writes the bytes of a form to its parser at the parser's speed. */
export class FormBodyPump {
  private bytes = 0;
  private hasStopped = false;
  private resolveDrain: () => void = () => undefined;

  /** @param limit maximum size of the whole body in bytes */
  constructor(
    private readonly body: AsyncIterable<Buffer>,
    private readonly limit: number,
    private readonly boundaries: BoundaryCounter,
  ) {}

  /** Writes the whole body, then ends the parser, or destroys it after an error; never rejects. */
  async pipeTo(parser: Writable): Promise<void> {
    try {
      for await (const chunk of this.body) {
        if (this.isStopped()) return;
        this.bytes += chunk.length;
        if (this.bytes > this.limit) throw new BodyTooLarge({ limit: this.limit });
        this.boundaries.push(chunk);
        if (!parser.write(chunk)) await this.waitForDrain(parser);
        if (this.isStopped()) return;
      }
      parser.end();
    } catch (error) {
      parser.destroy(error as Error);
    }
  }

  /** Stops writing: the parser is finished or has failed. */
  stop(): void {
    this.hasStopped = true;
    this.resolveDrain();
  }

  private isStopped(): boolean {
    return this.hasStopped;
  }

  private waitForDrain(parser: Writable): Promise<void> {
    return new Promise((resolve) => {
      this.resolveDrain = resolve;
      parser.once('drain', resolve);
    });
  }
}
