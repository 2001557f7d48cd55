import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { JsonError } from '../../core/json';
import { toBuffer } from '../../threads/transferred-bytes';
import { ThreadPool } from '../../threads/thread-pool';
import type { LargeJsonTask, ParsedJson, MemberPath, RejectedJson } from './large-json.worker';

/**
 * Parses large JSON bodies in a thread of its own, one at a time, so that others need not wait: a picture of some
 * megapixels in Base64 takes thirty milliseconds, and texts of megabytes that the garbage collector has to clear.
 */
@Injectable()
export class LargeJsonParser implements OnApplicationShutdown {
  private readonly threads = new ThreadPool({
    file: join(__dirname, 'large-json.worker'),
    name: 'parse',
    threads: 1,
  });

  /**
   * @param body shares its memory with nobody; it is given away, and can't be used any more
   * @param most bytes outside of texts, and values
   * @param base64 where texts in Base64 may stand: what could be decoded of them is a Buffer in the value
   * @throws JsonError
   */
  async parse(
    body: Buffer,
    most: LargeJsonTask['most'],
    base64: readonly MemberPath[],
  ): Promise<unknown> {
    const task: LargeJsonTask = { body, most, base64 };
    const answer = (await this.threads.run(task, { transfer: [body.buffer as ArrayBuffer] })) as
      ParsedJson | RejectedJson;
    if (!('value' in answer)) throw toJsonError(answer);
    for (const { place, bytes: decoded } of answer.decoded) {
      const parent = place
        .slice(0, -1)
        .reduce((of, name) => (of as Record<string, unknown>)[name], answer.value);
      (parent as Record<string, unknown>)[place.at(-1) ?? ''] = toBuffer(decoded);
    }
    return answer.value;
  }

  /** After the last answer has gone out. */
  async onApplicationShutdown(): Promise<void> {
    await this.threads.end();
  }
}

function toJsonError({ code = 'json.malformed', message, pointer }: RejectedJson): JsonError {
  return new JsonError(code, message, pointer);
}
