import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLOSING, field, file, form, FORM_TYPE, headOf } from '../test/support/multipart';
import { MEMORY_GOAL_MIB } from './cases';
import type { Databases } from './databases';
import {
  type FileEffort,
  MIB,
  staticCases,
  type TransferCase,
  uploadCase,
  uploadMemoryCase,
} from './file-cases';
import type { FileBaselineSettings } from './file-baseline';
import type { Finding } from './findings';
import { benchImages } from './image-bench';
import type { LoadRound } from './load';
import { freePort, type Server, startBaseline, startService } from './processes';
import { toSide } from './read-bench';
import { formatResult, type BenchResult } from './report';
import { type Transfer, runTransfers, transferRound } from './transfers';

/** Measures the requested cases of files and images. */
export async function benchFiles(
  databases: Databases,
  names: readonly string[],
  effort: FileEffort,
): Promise<{ results: BenchResult[]; findings: Finding[] }> {
  const images = await benchImages(databases, names, effort);
  const isRequested = ({ name }: { readonly name: string }): boolean => names.includes(name);
  if (![uploadCase, ...staticCases, uploadMemoryCase].some(isRequested)) return images;
  const { results, findings } = images;
  const service = await startService(await databases.create('files'), databases.folder);
  const baseline = await startFileBaseline(databases);
  try {
    const bench = new FileBench(service, baseline, databases, effort);
    // First, because the other cases would increase the memory.
    if (isRequested(uploadMemoryCase)) findings.push(await bench.memory());
    if (isRequested(uploadCase)) results.push(await bench.uploads(uploadCase));
    for (const one of staticCases.filter(isRequested)) results.push(await bench.downloads(one));
    return { results, findings };
  } finally {
    await service.stop();
    await baseline.stop();
  }
}

/** The folders of the service's files and of the baseline's uploads. */
function foldersOf({ folder }: Databases): Omit<FileBaselineSettings, 'port'> {
  return { files: join(folder, 'files'), uploads: join(folder, 'baseline-files') };
}

async function startFileBaseline(databases: Databases): Promise<Server> {
  const folders = foldersOf(databases);
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const settings: FileBaselineSettings = { ...folders, port };
  const path = join(databases.folder, 'file-baseline.json');
  writeFileSync(path, JSON.stringify(settings));
  return startBaseline(port, path, databases.folder, 'file-baseline');
}

/** Measures service and baseline alternately. */
class FileBench {
  constructor(
    private readonly service: Server,
    private readonly baseline: Server,
    private readonly databases: Databases,
    private readonly effort: FileEffort,
  ) {}

  async uploads(one: TransferCase): Promise<BenchResult> {
    const { clients, seconds } = this.effort;
    const content = randomBytes(one.bytes);
    // Each client replaces its own file again and again, so the disk doesn't fill up.
    const uploads = Array.from({ length: clients }, (_, at) =>
      uploadOf([form(field('path', '.'), file(`upload-${at}.bin`, content))]),
    );
    return this.compare(one, (server) => transferRound(server, uploads, seconds));
  }

  async downloads(one: TransferCase): Promise<BenchResult> {
    const name = `${one.name}.jpg`;
    writeFileSync(join(foldersOf(this.databases).files, name), randomBytes(one.bytes));
    const { clients, seconds } = this.effort;
    const fetches = Array.from({ length: clients }, () => ({ path: `/static/${name}` }));
    return this.compare(one, (server) => transferRound(server, fetches, seconds));
  }

  /** Measures the memory while many clients upload a large file each. */
  async memory(): Promise<Finding> {
    const { clients, bytes } = this.effort.large;
    const before = this.service.memory()?.now ?? NaN;
    const uploads = Array.from({ length: clients }, (_, at) =>
      largeUpload(`large-${at}.bin`, bytes),
    );
    await runTransfers(this.service, uploads, () => true);
    const peak = this.service.memory()?.peak ?? NaN;
    const isReached = !(peak > MEMORY_GOAL_MIB);
    const text =
      `Memory of the service while ${clients} clients upload ${bytes / MIB} MiB each: ` +
      `${before.toFixed(0)} MiB before, peak ${peak.toFixed(0)} MiB ` +
      `(goal: at most ${MEMORY_GOAL_MIB}${isReached ? '' : ', MISSED'})`;
    console.error(text);
    return { text, isReached };
  }

  private async compare(
    { title, goal }: TransferCase,
    round: (server: Server) => Promise<LoadRound>,
  ): Promise<BenchResult> {
    const measured: { baseline: LoadRound[]; service: LoadRound[] } = { baseline: [], service: [] };
    const { rounds, warmUps } = this.effort;
    for (let number = 0; number < warmUps + rounds; number++) {
      measured.baseline.push(await round(this.baseline));
      measured.service.push(await round(this.service));
    }
    const result: BenchResult = {
      ...{ title, goal },
      baseline: toSide(measured.baseline.slice(warmUps)),
      service: toSide(measured.service.slice(warmUps)),
    };
    console.error(formatResult(result));
    return result;
  }
}

function uploadOf(parts: readonly Buffer[]): Transfer {
  return { path: '/v1/fileManager/upload', body: { contentType: FORM_TYPE, parts } };
}

/** A form whose file repeats the same bytes, so that the sender holds only these in memory. */
function largeUpload(name: string, bytes: number): Transfer {
  const chunk = Buffer.alloc(64 * 1024, name);
  const chunks = Array<Buffer>(bytes / chunk.length).fill(chunk);
  const head = form(field('path', '.')).subarray(0, -CLOSING.length);
  return uploadOf([head, headOf(file(name)), ...chunks, Buffer.from(`\r\n${CLOSING}`)]);
}
