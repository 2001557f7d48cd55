/**
 * The images' baseline: the bare library decodes a picture, scales it three times and writes the JPEGs, again
 * and again. `node bare-codec.js CODEC FILE AT_ONCE SECONDS`
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { CodecLibrary } from '../src/platform/media/images/codec-task';

/** What the child process reports at its end. */
export interface CodecReport {
  readonly pictures: number;
  readonly milliseconds: number;
  /** Milliseconds of CPU. */
  readonly cpu: number;
  /** Peak resident memory in MiB. */
  readonly peak: number;
}

/** The boxes of the variants and their quality, as the service has them unless it is told otherwise. */
const BOXES = [1200, 600, 200];
const QUALITY = 80;

const INSIDE = { fit: 'inside', withoutEnlargement: true } as const;

/** Makes the variants of the picture once. */
type Make = () => Promise<unknown>;

/** In libuv's threads, set as the service has it; decoded once, into as many pixels as the variants need. */
async function withSharp(picture: Buffer): Promise<Make> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const [largest = 0] = BOXES;
  return async () => {
    const open = sharp(picture, { sequentialRead: true }).autoOrient();
    const { data, info } = await open
      .resize(largest, largest, INSIDE)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    for (const box of BOXES) {
      const decoded = sharp(data, { raw: { width, height, channels } });
      await decoded.resize(box, box, INSIDE).jpeg({ quality: QUALITY }).toBuffer();
    }
  };
}

/** In a thread of its own. */
function withJimp(picture: Buffer): Promise<Make> {
  const thread = new Worker(__filename, { workerData: picture });
  thread.unref();
  return Promise.resolve(async () => {
    thread.postMessage('make');
    await once(thread, 'message');
  });
}

/** The thread: each variant is made of the one before. */
async function serve(picture: Buffer): Promise<void> {
  const { Jimp } = await import('jimp');
  parentPort?.on('message', () => {
    void (async () => {
      const image = await Jimp.fromBuffer(picture);
      for (const box of BOXES) {
        if (Math.max(image.width, image.height) > box) image.scaleToFit({ w: box, h: box });
        await image.getBuffer('image/jpeg', { quality: QUALITY });
      }
      parentPort?.postMessage('made');
    })();
  });
}

async function main(
  codec: CodecLibrary,
  picture: Buffer,
  atOnce: number,
  seconds: number,
): Promise<CodecReport> {
  const open = codec === 'sharp' ? withSharp : withJimp;
  const makers = await Promise.all(Array.from({ length: atOnce }, () => open(picture)));
  await Promise.all(makers.map((make) => make()));
  let pictures = 0;
  const before = process.cpuUsage();
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    makers.map(async (make) => {
      do {
        await make();
        pictures++;
      } while (performance.now() < end);
    }),
  );
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  const peak = process.resourceUsage().maxRSS / 1024;
  return { pictures, milliseconds, cpu: (user + system) / 1000, peak };
}

if (isMainThread) {
  const [, , codec, file = '', atOnce, seconds] = process.argv;
  main(codec as CodecLibrary, readFileSync(file), Number(atOnce), Number(seconds)).then(
    (report) => {
      process.send?.(report);
      process.disconnect();
    },
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
} else void serve(Buffer.from(workerData as Uint8Array));
