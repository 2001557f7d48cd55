import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { maxConcurrentPictures } from '../src/platform/media/images/library-codec';
import type { CodecLibrary } from '../src/platform/media/images/codec-task';
import type { CodecReport } from './bare-codec';
import type { Databases } from './databases';
import {
  type FileEffort,
  IMAGE_MEMORY_GOALS,
  type ImageCase,
  imageCases,
  imageMemoryCase,
  MIB,
  READS_P99_GOAL_MS,
  type ReadsCase,
  readsCases,
} from './file-cases';
import type { Finding } from './findings';
import { median, type LoadRound } from './load';
import { API_KEY, runReport, type Server, startService } from './processes';
import { createPicture } from './picture';
import { toSide } from './read-bench';
import { formatResult, type BenchResult, type ResultSide } from './report';
import { percentile, steadyReads, type Transfer, runTransfers, transferRound } from './transfers';

/** Measures the requested cases of images, with one library after the other. */
export async function benchImages(
  databases: Databases,
  names: readonly string[],
  effort: FileEffort,
): Promise<{ results: BenchResult[]; findings: Finding[] }> {
  const [results, findings]: [BenchResult[], Finding[]] = [[], []];
  for (const codec of ['sharp', 'jimp'] as const) {
    const isRequested = (one: ImageCase | ReadsCase | typeof imageMemoryCase): boolean =>
      one.codec === codec && names.includes(one.name);
    const images = imageCases.find(isRequested);
    const reads = readsCases.find(isRequested);
    // First, because the other cases would increase the memory.
    if (isRequested(imageMemoryCase))
      findings.push(await measureMemory(databases, codec, effort.crowd));
    if (!images && !reads) continue;
    await withService(databases, codec, effort, async (bench) => {
      if (images) results.push(await bench.images(images));
      if (reads) findings.push(await bench.reads(reads));
    });
  }
  return { results, findings };
}

/** Measures the memory while many clients repeatedly upload a large picture each, and some time later. */
async function measureMemory(
  databases: Databases,
  codec: CodecLibrary,
  { clients, picture, seconds, rest }: FileEffort['crowd'],
): Promise<Finding> {
  const bytes = await createPicture(picture);
  const url = await databases.create('image_memory');
  const service = await startService(url, databases.folder, [], { IMAGE_CODEC: codec });
  try {
    const uploads = Array.from({ length: clients }, (_, at) => toUpload(bytes, `large-${at}`));
    const end = performance.now() + seconds * 1000;
    const made = await runTransfers(service, uploads, () => performance.now() > end);
    const peak = service.memory()?.peak ?? NaN;
    await pause(rest * 1000);
    const later = service.memory()?.now ?? NaN;
    const goals = IMAGE_MEMORY_GOALS;
    const isReached = !(peak > goals.peak || later > goals.later);
    const text =
      `Memory while ${clients} clients upload pictures of ${(bytes.length / MIB).toFixed(0)} MiB by ${codec} ` +
      `(${made.length} in ${seconds} s): peak ${peak.toFixed(0)} MiB, ${later.toFixed(0)} after ${rest} s ` +
      `(goals: at most ${goals.peak} and ${goals.later}${isReached ? '' : ', MISSED'})`;
    console.error(text);
    return { text, isReached };
  } finally {
    await service.stop();
  }
}

async function withService(
  databases: Databases,
  codec: CodecLibrary,
  effort: FileEffort,
  work: (bench: ImageBench) => Promise<void>,
): Promise<void> {
  const { folder } = databases;
  const picture = join(folder, 'picture.jpg');
  const bytes = await createPicture(effort.picture);
  writeFileSync(picture, bytes);
  const url = await databases.create(`images_${codec}`);
  const service = await startService(url, folder, [], { IMAGE_CODEC: codec });
  try {
    // Half of the uploads wait in the queue. With more, a slow library would reject some.
    const clients = Math.min(effort.clients, 2 * maxConcurrentPictures[codec]);
    const uploads = Array.from({ length: clients }, (_, at) => toUpload(bytes, `picture-${at}`));
    await work(new ImageBench(service, uploads, picture, folder, effort));
  } finally {
    await service.stop();
  }
}

/** Measures a service that processes images with one of the libraries. */
class ImageBench {
  constructor(
    private readonly service: Server,
    private readonly uploads: readonly Transfer[],
    /** Path of the uploaded picture. */
    private readonly picture: string,
    private readonly folder: string,
    private readonly effort: FileEffort,
  ) {}

  /** Measures the images per second, alternating with the bare library. */
  async images({ codec, ...one }: ImageCase): Promise<BenchResult> {
    const { rounds, seconds } = this.effort;
    const baseline: CodecReport[] = [];
    const service: LoadRound[] = [];
    await this.warmUp();
    for (let round = 0; round < rounds; round++) {
      const parameters = [
        codec,
        this.picture,
        String(maxConcurrentPictures[codec]),
        String(seconds),
      ];
      baseline.push(await runReport<CodecReport>('bare-codec', parameters, this.folder));
      service.push(await transferRound(this.service, this.uploads, seconds));
    }
    const peak = this.service.memory()?.peak;
    const result: BenchResult = {
      ...one,
      baseline: toBareSide(baseline),
      service: { ...toSide(service), ...(peak === undefined ? {} : { peak }) },
    };
    console.error(formatResult(result));
    return result;
  }

  /** Measures reads with and without concurrent uploads of images, alternately. */
  async reads({ title }: ReadsCase): Promise<Finding> {
    const { rounds, seconds, reads: rate } = this.effort;
    const path = await createTagGroup(this.service);
    const reads = (): Promise<number[]> =>
      steadyReads(this.service, { path, maxId: 1, rate, seconds });
    await this.warmUp();
    await reads();
    const [idle, busy]: [number[], number[]] = [[], []];
    let images = 0;
    for (let round = 0; round < rounds; round++) {
      idle.push(percentile(await reads(), 99));
      let isOver = false;
      const [times, made] = await Promise.all([
        reads().finally(() => (isOver = true)),
        runTransfers(this.service, this.uploads, () => isOver),
      ]);
      busy.push(percentile(times, 99));
      images += made.length;
    }
    const [alone, duringLoad] = [median(idle), median(busy)];
    const isReached = duringLoad < READS_P99_GOAL_MS;
    const text =
      `${title} (${rate} per second, ${images} pictures in ${rounds * seconds} s): p99 ` +
      `${alone.toFixed(1)} ms alone, ${duringLoad.toFixed(1)} ms under load ` +
      `(goal: under ${READS_P99_GOAL_MS} ms${isReached ? '' : ', MISSED'})`;
    console.error(text);
    return { text, isReached };
  }

  /** Starts the library or its thread, which happens with the first picture. */
  private async warmUp(): Promise<void> {
    await runTransfers(this.service, this.uploads, () => true);
  }
}

function toBareSide(runs: readonly CodecReport[]): ResultSide {
  return {
    rate: median(runs.map(({ pictures, milliseconds }) => (pictures / milliseconds) * 1000)),
    cpu: median(runs.map(({ pictures, cpu }) => cpu / pictures)),
    peak: Math.max(...runs.map(({ peak }) => peak)),
  };
}

/** Returns the upload of a main image, which has three variants and replaces earlier ones with its name. */
export function toUpload(picture: Buffer, name: string): Transfer {
  const image = picture.toString('base64');
  const data = { main: true, name, autoDestination: true, overwrite: true, image };
  return {
    path: '/v1/util/uploadImage',
    body: { contentType: 'application/json', parts: [Buffer.from(JSON.stringify({ data }))] },
  };
}

/** Creates a tag group. @returns its path */
async function createTagGroup({ url }: Server): Promise<string> {
  const groups = '/v1/customTagGroups';
  const group = { pId: 'bench', name: 'Bench', itemType: 1, position: 1, priority: 1 };
  const response = await fetch(url + groups, {
    method: 'POST',
    headers: { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ customTagGroups: group }),
  });
  const created = (await response.json()) as { ID?: number };
  if (created.ID === undefined) throw new Error(`${groups}: ${JSON.stringify(created)}`);
  return `${groups}/${created.ID}`;
}
