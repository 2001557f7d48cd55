import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { BuiltService } from '../support/servers/built-process';
import { MASTER_KEY } from '../support/service/service';
import { largePages, pipelining, slowReaders } from './attacks';
import { createExpensivePictures } from './expensive-pictures';
import type { DrillOutcome } from './drill';
import type { Stage } from './stage';

/** Mebibytes that the service and the processes that it has started may hold together: at any time, and a minute later. */
export const MEMORY_BOUNDS = { peak: 600, later: 300 } as const;

const MINUTE_MS = 60_000;
const SAMPLE_INTERVAL_MS = 20;
const MEBIBYTE = 1024 * 1024;

/** Clients of an attack that has no number of its own. */
const CLIENT_COUNT = 8;

/** Allowed answers to a request of an attack: done, refused, or not now; never an error of the service. */
const ALLOWED_STATUSES: readonly number[] = [200, 201, 400, 401, 408, 413, 422, 429, 503];

type Attack = (stage: Stage) => Promise<void>;

/** The known attacks on memory, by their names. */
const attacks: Readonly<Record<string, Attack>> = {
  'deep and large logins': ({ first }) =>
    runConcurrently((at) =>
      send(first, 'login', 'application/json', '['.repeat(at % 2 === 0 ? 4000 : MEBIBYTE)),
    ),
  'bombs of gzip': ({ first }) => {
    const body = gzipSync(Buffer.alloc(256 * MEBIBYTE, '['));
    return runConcurrently(() =>
      send(first, 'util/uploadImage', 'application/json', body, { 'Content-Encoding': 'gzip' }),
    );
  },
  pipelining,
  'slow readers': slowReaders,
  'large pages': largePages,
  'large files, up and down': largeFiles,
  pictures,
  'pictures of clients that leave': abandonedPictures,
};

/**
 * The known attacks on memory, one after the other, while nothing else is done, and what is held meanwhile and a minute
 * later. A line of the outcome counts attacks for requests.
 */
export async function runAttacks(stage: Stage): Promise<DrillOutcome> {
  const begin = performance.now();
  const memory = new MemoryWatch(stage.first);
  try {
    for (const [name, attack] of Object.entries(attacks)) {
      await attack(stage);
      memory.end(name);
    }
    await pause(MINUTE_MS);
  } finally {
    memory.stop();
  }
  const { peak } = memory;
  const later = stage.first.heldMemory();
  console.log(
    `    At most ${Math.round(peak)} MiB, ${Math.round(later)} a minute later ` +
      `(bounds: ${MEMORY_BOUNDS.peak} and ${MEMORY_BOUNDS.later})`,
  );
  if (peak > MEMORY_BOUNDS.peak) stage.violations.push(`${Math.round(peak)} MiB at once`);
  if (later > MEMORY_BOUNDS.later) stage.violations.push(`${Math.round(later)} MiB a minute later`);
  const count = Object.keys(attacks).length;
  return {
    ...{ requests: count, answered: count, lost: 0, retried: 0, inFlight: [] },
    violations: stage.violations,
    seconds: Math.round((performance.now() - begin) / 1000),
  };
}

/** Looks at what a service and its processes hold, again and again. */
class MemoryWatch {
  /** Mebibytes at most, of one attack and of those before it. */
  private max = 0;
  private before = 0;
  private readonly timer = setInterval(() => this.sample(), SAMPLE_INTERVAL_MS);

  constructor(private readonly service: BuiltService) {}

  get peak(): number {
    return Math.max(this.max, this.before);
  }

  end(attack: string): void {
    this.sample();
    console.log(`    ${attack}: ${Math.round(this.max)} MiB`);
    this.before = this.peak;
    this.max = 0;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private sample(): void {
    this.max = Math.max(this.max, this.service.heldMemory());
  }
}

/** Ten files of 50 MiB at once, then ten times one of them in Base64. */
async function largeFiles({ first }: Stage): Promise<void> {
  const ten = Array.from({ length: 10 }, (_, at) => `large-${at}.bin`);
  const content = new Blob([Buffer.alloc(50 * MEBIBYTE)]);
  await Promise.all(
    ten.map((name) => {
      const form = new FormData();
      form.set('path', '/');
      form.set('file', content, name);
      return send(first, 'fileManager/upload', undefined, form);
    }),
  );
  const [file] = ten;
  const body = JSON.stringify({ fileManager: { file } });
  await Promise.all(ten.map(() => send(first, 'fileManager/download', 'application/json', body)));
}

/** Pictures that cost much, each of several clients at once. */
async function pictures({ first, violations }: Stage): Promise<void> {
  for (const [name, { bytes, params }] of Object.entries(await createExpensivePictures())) {
    const body = uploadOf(name, bytes, params);
    const statuses = await Promise.all(
      Array.from({ length: CLIENT_COUNT / 2 }, () =>
        send(first, 'util/uploadImage', 'application/json', body),
      ),
    );
    console.log(`    ${name}: ${statuses.join(' ')}`);
    if (statuses.some((status) => !ALLOWED_STATUSES.includes(status)))
      violations.push(`${name}: ${statuses.join(' ')}`);
  }
}

/** Pictures that are being made when their clients leave. */
async function abandonedPictures({ first }: Stage): Promise<void> {
  const { 'a progressive JPEG': dear } = await createExpensivePictures();
  const body = uploadOf('left', dear?.bytes ?? Buffer.alloc(0));
  for (let time = 0; time < 5; time++) {
    const signal = AbortSignal.timeout(1000);
    await runConcurrently(() =>
      send(first, 'util/uploadImage', 'application/json', body, {}, signal),
    );
  }
}

function uploadOf(name: string, bytes: Buffer, params?: object): string {
  const data = { main: true, name, overwrite: true, image: bytes.toString('base64'), params };
  return JSON.stringify({ data });
}

/** Clients that do the same at once; what becomes of each is looked at elsewhere. */
async function runConcurrently(act: (at: number) => Promise<unknown>): Promise<void> {
  await Promise.allSettled(Array.from({ length: CLIENT_COUNT }, (_, at) => act(at)));
}

/** @returns the status */
async function send(
  { url }: BuiltService,
  operation: string,
  type: string | undefined,
  body: string | Buffer | FormData,
  more: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<number> {
  const response = await fetch(`${url}/v1/${operation}`, {
    method: 'POST',
    headers: {
      ...{ Authorization: `Bearer ${MASTER_KEY}`, ...more },
      ...(type === undefined ? {} : { 'Content-Type': type }),
    },
    body,
    ...(signal ? { signal } : {}),
  });
  await response.arrayBuffer();
  return response.status;
}
