import type { Library } from '../src/modules/images/image-threads';

/** A measurement by its name, for `--case`. */
interface Named {
  readonly name: string;
  readonly title: string;
}

/** Images a second through the service, against the library alone. */
export interface ImageCase extends Named {
  readonly codec: Library;
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
export interface ReadsCase extends Named {
  readonly codec: Library;
}

export const readsCases: readonly ReadsCase[] = [
  { name: 'reads-sharp', title: 'reads while sharp makes images', codec: 'sharp' },
  { name: 'reads-jimp', title: 'reads while jimp makes images', codec: 'jimp' },
];

/** How long a read may take at the 99th percentile while images are made, on two processors. */
export const READS_P99_GOAL_MS = 15;

/** A file that goes in or out. */
export interface TransferCase extends Named {
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
export const uploadMemoryCase: Named = {
  name: 'upload-memory',
  title: 'memory while large files are uploaded',
};

export const fileCaseNames: readonly string[] = [
  ...[...imageCases, ...readsCases, ...staticCases].map(({ name }) => name),
  ...[uploadCase.name, uploadMemoryCase.name],
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
  /** Of the files whose uploads fill no memory. */
  readonly large: { readonly clients: number; readonly bytes: number };
}

export const fullFiles: FileEffort = {
  ...{ rounds: 5, warmUps: 1, seconds: 6, clients: 4, reads: 200 },
  picture: { width: 3000, height: 2000 },
  large: { clients: 10, bytes: 50 * MIB },
};

/** Shows that everything works; too short to judge numbers by. */
export const smokeFiles: FileEffort = {
  ...{ rounds: 1, warmUps: 0, seconds: 0.3, clients: 1, reads: 50 },
  picture: { width: 600, height: 400 },
  large: { clients: 2, bytes: 5 * MIB },
};
