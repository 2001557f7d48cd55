import { join } from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Piscina } from 'piscina';
import { JsonError } from '../../core/json';
import type { StandIns } from '../shape/stand-ins';
import type { LargeJsonTask, ParsedJson, Place, RefusedJson } from './large-json.worker';

/** Idle milliseconds after which the thread goes, and its memory with it. */
const IDLE = 30_000;

/**
 * Parses large JSON bodies in a thread of its own, one at a time, so that others need not wait: a picture of some
 * megapixels in Base64 takes thirty milliseconds, and texts of megabytes that the garbage collector has to clear.
 */
@Injectable()
export class LargeJson implements OnModuleDestroy {
  private pool?: Piscina;

  /**
   * @param bytes given away: they can't be used any more
   * @param most bytes outside of texts, and elements of an array or object
   * @param base64 where texts in Base64 may stand; they are decoded
   * @param standIns for the texts that were decoded
   * @throws JsonError
   */
  async parse(
    bytes: Buffer,
    most: LargeJsonTask['most'],
    base64: readonly Place[],
    standIns: StandIns,
  ): Promise<unknown> {
    // A part of a shared buffer can't be given away.
    const owned = bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
    const task: LargeJsonTask = { bytes: owned, most, base64 };
    const options = { transferList: [owned.buffer as ArrayBuffer] };
    const answer = (await (this.pool ??= this.makePool()).run(task, options)) as
      ParsedJson | RefusedJson;
    if (!('value' in answer)) throw new JsonError(answer.code ?? 'json.malformed', answer.message);
    for (const { place, bytes: decoded } of answer.decoded) {
      const { buffer, byteOffset, byteLength } = decoded;
      const standIn = standIns.of(Buffer.from(buffer, byteOffset, byteLength));
      const parent = place
        .slice(0, -1)
        .reduce((of, name) => (of as Record<string, unknown>)[name], answer.value);
      (parent as Record<string, unknown>)[place.at(-1) ?? ''] = standIn;
    }
    return answer.value;
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool?.destroy();
  }

  private makePool(): Piscina {
    const pool = new Piscina({
      // Without its extension: JavaScript beside this file, or what the specs make of TypeScript.
      filename: join(__dirname, 'large-json.worker'),
      name: 'parse',
      ...{ minThreads: 0, maxThreads: 1, idleTimeout: IDLE },
    });
    // A thread that fails by itself must not take the process along; the next body gets another pool.
    pool.on('error', () => {
      if (this.pool === pool) delete this.pool;
      void pool.destroy();
    });
    return pool;
  }
}
