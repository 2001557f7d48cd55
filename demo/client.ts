import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Status of a service that is too busy, or whose database is unavailable. */
const UNAVAILABLE = 503;
/** How long a request is retried while the service is unavailable. */
const RETRY_TIMEOUT_MS = 120_000;

/** Calls the service like any other program; the demo store is created only through it. */
export class Client {
  /**
   * @param url URL of the service, without a trailing slash
   * @param key an API key with all scopes
   */
  constructor(
    readonly url: string,
    private readonly key: string,
  ) {}

  /** @throws Error with the problem document if the request fails */
  async send<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
    const headers = { 'Content-Type': 'application/json' };
    return this.call<T>(method, path, headers, body && JSON.stringify(body));
  }

  /** Imports records. @throws Error if any of them is rejected */
  async import(lines: readonly object[]): Promise<void> {
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const { rejected, errors } = await this.call<Summary>('POST', '/v1/import', headers, text);
    if (rejected > 0)
      throw new Error(`${rejected} records were rejected: ${JSON.stringify(errors[0])}`);
  }

  /** Stores a file in an existing folder. */
  async upload(path: string, name: string, content: Buffer | string): Promise<void> {
    const form = new FormData();
    form.set('path', path);
    form.set('file', new Blob([content]), name);
    await this.call('POST', '/v1/fileManager/upload', {}, form);
  }

  private async call<T>(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string | FormData | undefined,
  ): Promise<T> {
    // With an Idempotency-Key, a retried POST does nothing twice.
    const repeatable: Record<string, string> =
      method === 'POST' ? { 'Idempotency-Key': randomUUID() } : {};
    const response = await retryWhileUnavailable(() =>
      fetch(this.url + path, {
        method,
        headers: {
          Authorization: `Bearer ${this.key}`,
          ...repeatable,
          ...(body === undefined ? {} : headers),
        },
        ...(body === undefined ? {} : { body }),
      }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }
}

/** Retries a request while the service is unavailable. @returns the last response */
async function retryWhileUnavailable(request: () => Promise<Response>): Promise<Response> {
  const deadline = performance.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    const response = await request();
    if (response.status !== UNAVAILABLE || performance.now() > deadline) return response;
    await response.arrayBuffer();
    await pause(Number(response.headers.get('retry-after') ?? 1) * 1000);
  }
}

interface Summary {
  readonly rejected: number;
  readonly errors: readonly object[];
}

/** Runs work for each item with limited concurrency; items are started in their order. */
export async function runConcurrently<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  const runNext = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, runNext));
}
