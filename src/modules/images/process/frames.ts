import type { Duplex } from 'node:stream';
import { transientBuffer } from '../../../core/transient-buffer';

/** What one process tells another. */
export interface Frame {
  /** Of JSON. */
  readonly message: unknown;
  /** How many bytes belong to it and come next; all of them have to be taken. */
  readonly length: number;
}

/** The other side has gone, with what it had to say. */
export class OtherSideGone extends Error {}

const LENGTH_BYTES = 4;

/** Frames over a pipe, in both directions: the length of the head, the head in JSON, the bytes as they are. */
export class Frames {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(private readonly pipe: Duplex) {
    this.chunks = pipe[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** @returns once all of it has been written. @throws when nobody is there any more */
  async send(message: unknown, bytes: Buffer = Buffer.alloc(0)): Promise<void> {
    const head = Buffer.from(JSON.stringify({ message, length: bytes.length } satisfies Frame));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(head.length);
    await Promise.all([length, head, bytes].map((part) => this.write(part)));
  }

  /** @throws OtherSideGone */
  async next(): Promise<Frame> {
    const length = (await this.take(LENGTH_BYTES)).readUInt32BE();
    return JSON.parse((await this.take(length)).toString()) as Frame;
  }

  /** Bytes of a frame as they come. @throws OtherSideGone */
  async *pieces(length: number): AsyncGenerator<Buffer, void> {
    for (let left = length; left > 0;) {
      if (this.rest.length === 0) this.rest = await this.chunk();
      const piece = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  /** The same in one piece, put together as they come: nobody waits for megabytes. @throws OtherSideGone */
  async take(length: number): Promise<Buffer> {
    const taken = transientBuffer(length);
    let at = 0;
    for await (const piece of this.pieces(length)) at += piece.copy(taken, at);
    return taken;
  }

  private write(part: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.pipe.write(part, (error) => (error ? reject(error) : resolve()));
    });
  }

  private async chunk(): Promise<Buffer> {
    const next = await this.chunks.next().catch(() => undefined);
    if (!next || next.done) throw new OtherSideGone();
    return next.value;
  }
}
