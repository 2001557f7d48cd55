/**
 * The baseline of image uploads: the bare library decodes a picture, scales it three times and encodes the JPEGs, again
 * and again. `node bare-codec.js CODEC FILE AT_ONCE SECONDS`
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { CodecLibrary } from '../src/platform/media/images/codec-task';

/** The report of the child process at its end. */
export interface CodecReport {
  readonly pictures: number;
  readonly milliseconds: number;
  /** CPU time in milliseconds. */
  readonly cpu: number;
  /** Peak resident memory in MiB. */
  readonly peak: number;
}

/** Boxes and quality of the variants, as in the service's default configuration. */
const BOXES = [1200, 600, 200];
const QUALITY = 80;

const INSIDE = { fit: 'inside', withoutEnlargement: true } as const;

/** Creates the variants of the picture once. */
type Make = () => Promise<unknown>;

/**
 * Uses libuv's threads with the service's settings. The picture is decoded once, to the size that the variants need.
 */
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

/** Uses a separate thread. */
function withJimp(picture: Buffer): Promise<Make> {
  const thread = new Worker(__filename, { workerData: picture });
  thread.unref();
  return Promise.resolve(async () => {
    thread.postMessage('make');
    await once(thread, 'message');
  });
}

/** Runs in the thread: each variant is made from the one before. */
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
  concurrency: number,
  seconds: number,
): Promise<CodecReport> {
  const open = codec === 'sharp' ? withSharp : withJimp;
  const makers = await Promise.all(Array.from({ length: concurrency }, () => open(picture)));
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
  const [, , codec, file = '', concurrency, seconds] = process.argv;
  main(codec as CodecLibrary, readFileSync(file), Number(concurrency), Number(seconds)).then(
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
