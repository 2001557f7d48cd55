import type { Writable } from 'node:stream';
import { BodyTooLarge } from '../problems/problems';
import type { BoundaryCounter } from './boundary-counter';

/** Hands the bytes of a form to its parser, as fast as the parser takes them. */
export class FormBodyPump {
  private bytes = 0;
  private hasStopped = false;
  private resume: () => void = () => undefined;

  /** @param limit bytes of the whole body at most */
  constructor(
    private readonly body: AsyncIterable<Buffer>,
    private readonly limit: number,
    private readonly boundaries: BoundaryCounter,
  ) {}

  /** Ends or destroys the parser at last; never rejects. */
  async pipeTo(parser: Writable): Promise<void> {
    try {
      for await (const chunk of this.body) {
        if (this.hasEnded()) return;
        this.bytes += chunk.length;
        if (this.bytes > this.limit) throw new BodyTooLarge({ limit: this.limit });
        this.boundaries.push(chunk);
        if (!parser.write(chunk)) await this.waitForDrain(parser);
        if (this.hasEnded()) return;
      }
      parser.end();
    } catch (error) {
      parser.destroy(error as Error);
    }
  }

  /** The parser needs no more: it has all, or gave up. */
  stop(): void {
    this.hasStopped = true;
    this.resume();
  }

  private hasEnded(): boolean {
    return this.hasStopped;
  }

  private waitForDrain(parser: Writable): Promise<void> {
    return new Promise((resolve) => {
      this.resume = resolve;
      parser.once('drain', resolve);
    });
  }
}
