import type { CodecLibrary } from '../src/platform/media/images/codec-task';

/** A measurement with its name for `--case`. */
interface NamedCase {
  readonly name: string;
  readonly title: string;
}

/** Images per second of the service, compared with the bare library. */
export interface ImageCase extends NamedCase {
  readonly codec: CodecLibrary;
  /** The minimum ratio of the service's rate to the baseline's. */
  readonly goal: number;
}

export const imageCases: readonly ImageCase[] = [
  {
    name: 'image-sharp',
    title: 'three variants of a picture by sharp',
    ...{ codec: 'sharp', goal: 0.65 },
  },
  {
    name: 'image-jimp',
    title: 'three variants of a picture by jimp',
    ...{ codec: 'jimp', goal: 0.8 },
  },
];

/** Reads at a fixed rate, with and without images being processed. */
export interface ReadsCase extends NamedCase {
  readonly codec: CodecLibrary;
}

export const readsCases: readonly ReadsCase[] = [
  { name: 'reads-sharp', title: 'reads while sharp makes images', codec: 'sharp' },
  { name: 'reads-jimp', title: 'reads while jimp makes images', codec: 'jimp' },
];

/** Maximum time of a read at the 99th percentile while images are processed, on two processors. */
export const READS_P99_GOAL_MS = 15;

/** Memory of the service and its codec during concurrent uploads of large pictures, and some time later. */
export const imageMemoryCase: NamedCase & { readonly codec: CodecLibrary } = {
  name: 'image-memory',
  title: 'memory while large pictures are uploaded',
  codec: 'sharp',
};

/** Limits in MiB: at any time, and after a minute without pictures. */
export const IMAGE_MEMORY_GOALS = { peak: 600, later: 300 } as const;

/** A file that is uploaded or downloaded. */
export interface TransferCase extends NamedCase {
  /** The minimum ratio of the service's rate to the baseline's. */
  readonly goal: number;
  readonly bytes: number;
}

const KIB = 1024;
export const MIB = 1024 * KIB;

export const uploadCase: TransferCase = {
  name: 'upload',
  title: 'an upload of a file of 5 MiB',
  ...{ goal: 0.65, bytes: 5 * MIB },
};

export const staticCases: readonly TransferCase[] = [
  {
    name: 'static',
    title: 'a static file of 64 KiB',
    ...{ goal: 0.65, bytes: 64 * KIB },
  },
  {
    name: 'static-large',
    title: 'a static file of 5 MiB',
    ...{ goal: 0.75, bytes: 5 * MIB },
  },
];

/** Memory of the service during concurrent uploads of large files. */
export const uploadMemoryCase: NamedCase = {
  name: 'upload-memory',
  title: 'memory while large files are uploaded',
};

export const fileCaseNames: readonly string[] = [
  ...[...imageCases, ...readsCases, ...staticCases].map(({ name }) => name),
  ...[uploadCase.name, uploadMemoryCase.name, imageMemoryCase.name],
];

/** The extent of the measurement. */
export interface FileEffort {
  readonly rounds: number;
  /** Additional rounds at the beginning that don't count. */
  readonly warmUps: number;
  /** Duration of each round. */
  readonly seconds: number;
  /** Number of concurrent clients: enough that the service never waits for one. */
  readonly clients: number;
  /** Size in pixels. */
  readonly picture: { readonly width: number; readonly height: number };
  /** Reads per second. */
  readonly reads: number;
  /** Concurrent uploads of large pictures, followed by a rest. */
  readonly crowd: {
    readonly clients: number;
    readonly picture: { readonly width: number; readonly height: number };
    readonly seconds: number;
    readonly rest: number;
  };
  /** Concurrent uploads of large files. */
  readonly large: { readonly clients: number; readonly bytes: number };
}

export const fullFiles: FileEffort = {
  ...{ rounds: 5, warmUps: 1, seconds: 6, clients: 4, reads: 200 },
  picture: { width: 3000, height: 2000 },
  crowd: { clients: 8, picture: { width: 6000, height: 4000 }, seconds: 25, rest: 60 },
  large: { clients: 10, bytes: 50 * MIB },
};

/** Shows that everything works, but is too short for meaningful numbers. */
export const smokeFiles: FileEffort = {
  ...{ rounds: 1, warmUps: 0, seconds: 0.3, clients: 1, reads: 50 },
  picture: { width: 600, height: 400 },
  crowd: { clients: 2, picture: { width: 600, height: 400 }, seconds: 0.3, rest: 0.3 },
  large: { clients: 2, bytes: 5 * MIB },
};
