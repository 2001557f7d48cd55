import type { Duplex } from 'node:stream';
import { transientBuffer } from '../../../core/transient-buffer';

/** What one process tells another: a message, and bytes that belong to it. */
export interface Frame {
  /** Of JSON. */
  readonly message: unknown;
  readonly bytes: readonly Buffer[];
}

/** What stands in front of a frame's bytes. */
interface Head {
  readonly message: unknown;
  readonly lengths: readonly number[];
}

const LENGTH_BYTES = 4;

/** Frames over a pipe, in both directions: the length of the head, the head in JSON, the bytes as they are. */
export class Frames {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(private readonly pipe: Duplex) {
    this.chunks = pipe[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** @returns once all of it has been written. @throws when nobody is there any more */
  async send({ message, bytes }: Frame): Promise<void> {
    const lengths = bytes.map(({ length }) => length);
    const head = Buffer.from(JSON.stringify({ message, lengths } satisfies Head));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(head.length);
    await Promise.all([length, head, ...bytes].map((part) => this.write(part)));
  }

  /** @returns undefined once the other side has gone */
  async next(): Promise<Frame | undefined> {
    try {
      const length = (await this.take(LENGTH_BYTES)).readUInt32BE();
      const { message, lengths } = JSON.parse((await this.take(length)).toString()) as Head;
      const bytes: Buffer[] = [];
      for (const size of lengths) bytes.push(await this.take(size));
      return { message, bytes };
    } catch {
      return undefined;
    }
  }

  private write(part: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.pipe.write(part, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Copies chunk by chunk, as they come: nobody waits for megabytes to be put together. */
  private async take(length: number): Promise<Buffer> {
    const taken = transientBuffer(length);
    for (let at = 0; at < length;) {
      if (this.rest.length === 0) this.rest = await this.chunk();
      const copied = this.rest.copy(taken, at);
      this.rest = this.rest.subarray(copied);
      at += copied;
    }
    return taken;
  }

  private async chunk(): Promise<Buffer> {
    const next = await this.chunks.next();
    if (next.done) throw new Error('The other side has gone');
    return next.value;
  }
}
