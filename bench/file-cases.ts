import type { CodecLibrary } from '../src/platform/media/images/codec-task';

/** A measurement by its name, for `--case`. */
interface NamedCase {
  readonly name: string;
  readonly title: string;
}

/** Images a second through the service, against the library alone. */
export interface ImageCase extends NamedCase {
  readonly codec: CodecLibrary;
  /** The least ratio of service to baseline. */
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

/** Reads at a fixed rate, while no images are made and while they are. */
export interface ReadsCase extends NamedCase {
  readonly codec: CodecLibrary;
}

export const readsCases: readonly ReadsCase[] = [
  { name: 'reads-sharp', title: 'reads while sharp makes images', codec: 'sharp' },
  { name: 'reads-jimp', title: 'reads while jimp makes images', codec: 'jimp' },
];

/** How long a read may take at the 99th percentile while images are made, on two processors. */
export const READS_P99_GOAL_MS = 15;

/** The memory of the service and of its codec while several clients upload large pictures at once, and a while later. */
export const imageMemoryCase: NamedCase & { readonly codec: CodecLibrary } = {
  name: 'image-memory',
  title: 'memory while large pictures are uploaded',
  codec: 'sharp',
};

/** MiB at any time, and after a minute without pictures. */
export const IMAGE_MEMORY_GOALS = { peak: 600, later: 300 } as const;

/** A file that goes in or out. */
export interface TransferCase extends NamedCase {
  /** The least ratio of service to baseline. */
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

/** The service's memory while several clients upload large files at once. */
export const uploadMemoryCase: NamedCase = {
  name: 'upload-memory',
  title: 'memory while large files are uploaded',
};

export const fileCaseNames: readonly string[] = [
  ...[...imageCases, ...readsCases, ...staticCases].map(({ name }) => name),
  ...[uploadCase.name, uploadMemoryCase.name, imageMemoryCase.name],
];

/** How much is measured. */
export interface FileEffort {
  readonly rounds: number;
  /** Rounds before them that don't count. */
  readonly warmUps: number;
  /** Of each round. */
  readonly seconds: number;
  /** Clients that send or fetch at once: enough for the service never to wait for one. */
  readonly clients: number;
  /** Pixels. */
  readonly picture: { readonly width: number; readonly height: number };
  /** A second. */
  readonly reads: number;
  /** Pictures that fill memory; then a rest. */
  readonly crowd: {
    readonly clients: number;
    readonly picture: { readonly width: number; readonly height: number };
    readonly seconds: number;
    readonly rest: number;
  };
  /** Of the files whose uploads fill no memory. */
  readonly large: { readonly clients: number; readonly bytes: number };
}

export const fullFiles: FileEffort = {
  ...{ rounds: 5, warmUps: 1, seconds: 6, clients: 4, reads: 200 },
  picture: { width: 3000, height: 2000 },
  crowd: { clients: 8, picture: { width: 6000, height: 4000 }, seconds: 25, rest: 60 },
  large: { clients: 10, bytes: 50 * MIB },
};

/** Shows that everything works; too short to judge numbers by. */
export const smokeFiles: FileEffort = {
  ...{ rounds: 1, warmUps: 0, seconds: 0.3, clients: 1, reads: 50 },
  picture: { width: 600, height: 400 },
  crowd: { clients: 2, picture: { width: 600, height: 400 }, seconds: 0.3, rest: 0.3 },
  large: { clients: 2, bytes: 5 * MIB },
};
