import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { JsonError } from '../../core/json';
import { toBuffer } from '../../threads/transferred-bytes';
import { ThreadPool } from '../../threads/thread-pool';
import type { LargeJsonTask, ParsedJson, MemberPath, RejectedJson } from './large-json.worker';

/**
 * Parses large JSON bodies in a separate thread, one at a time, so that other requests need not wait. A picture of some
 * megapixels in Base64 takes thirty milliseconds, and leaves megabytes of text for the garbage collector.
 */
@Injectable()
export class LargeJsonParser implements OnApplicationShutdown {
  private readonly threadPool = new ThreadPool({
    modulePath: join(__dirname, 'large-json.worker'),
    functionName: 'parse',
    maxThreads: 1,
  });

  /**
   * @param body buffer with its own memory, which is transferred and unusable afterwards
   * @param limits maximum number of bytes outside of texts, and of values
   * @param base64Paths members that may contain Base64; they are decoded to Buffers
   * @returns the parsed value
   * @throws JsonError
   */
  async parse(
    body: Buffer,
    limits: LargeJsonTask['limits'],
    base64Paths: readonly MemberPath[],
  ): Promise<unknown> {
    const task: LargeJsonTask = { body, limits, base64Paths };
    const result = (await this.threadPool.run(task, { transfer: [body.buffer as ArrayBuffer] })) as
      | ParsedJson
      | RejectedJson;
    if (!('value' in result)) throw toJsonError(result);
    for (const { path, bytes: decoded } of result.decodedMembers) {
      const parent = path
        .slice(0, -1)
        .reduce((object, name) => (object as Record<string, unknown>)[name], result.value);
      (parent as Record<string, unknown>)[path.at(-1) ?? ''] = toBuffer(decoded);
    }
    return result.value;
  }

  /** Runs after the last response has been sent. */
  async onApplicationShutdown(): Promise<void> {
    await this.threadPool.end();
  }
}

function toJsonError({ code = 'json.malformed', message, pointer }: RejectedJson): JsonError {
  return new JsonError(code, message, pointer);
}
