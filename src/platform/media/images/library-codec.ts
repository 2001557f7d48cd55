import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { ProcessPool, TaskError } from '../../../processes';
import { releaseBytes } from '../../../threads/transferred-bytes';
import type { CodecLibrary, VariantPart, VariantsResult, VariantsTaskInput } from './codec-task';
import type { VariantHandler, ImageHeader, ValidatedImage, ImageVariant } from './variant';
import {
  ImageQueueFull,
  ImageTooManyPixels,
  ImageTimedOut,
  ImageUndecodable,
} from './image-errors';
import {
  estimateMemoryMib,
  isWithinTotalMemoryLimit,
  getAvailableMemoryMib,
  MAX_MEMORY_MIB_BY_LIBRARY,
} from './picture-memory';
import { getTargetSize } from './picture';
import { VariantReceiver } from './variant-receiver';

interface LibrarySettings {
  /** Module of the task, without extension. */
  readonly taskModulePath: string;
  /** Number of pictures processed at a time, each in its own process. */
  readonly poolSize: number;
  /** Time limit for the variants of a large picture, without the time in the queue. */
  readonly timeoutMs: number;
  /** Maximum number of pixels, regardless of IMAGE_MAX_PIXELS. */
  readonly maxPixels: number;
  readonly maxMemoryMib: number;
}

const librarySettings: Readonly<Record<CodecLibrary, LibrarySettings>> = {
  sharp: {
    taskModulePath: join(__dirname, 'sharp/make-variants'),
    // One processor is left to requests.
    poolSize: Math.max(1, Math.min(2, availableParallelism() - 1)),
    timeoutMs: 30_000,
    maxPixels: Infinity,
    maxMemoryMib: MAX_MEMORY_MIB_BY_LIBRARY.sharp,
  },
  jimp: {
    taskModulePath: join(__dirname, 'jimp/make-variants'),
    poolSize: 1,
    // 12 megapixels take a third to half of this on two cores.
    timeoutMs: 60_000,
    // Its decoders need 19 bytes per pixel of a JPEG, 27 of an interlaced PNG with 16 bits.
    maxPixels: 12_000_000,
    maxMemoryMib: MAX_MEMORY_MIB_BY_LIBRARY.jimp,
  },
};

/** Number of pictures processed at a time, by library. */
export const maxConcurrentPictures: Readonly<Record<CodecLibrary, number>> = {
  sharp: librarySettings.sharp.poolSize,
  jimp: librarySettings.jimp.poolSize,
};

/** Time limit of a tiny picture; its variants have to be stored, too. */
const MIN_TIMEOUT_MS = 10_000;

/** About twenty times the time that jimp needs. */
const TIMEOUT_MS_PER_PIXEL = 0.004;

/** How long a picture waits in the queue: longer than another picture may take. */
const WAIT_TIMEOUT_MS = 70_000;

/** Maximum number of waiting pictures. Each has its file in memory, so some dozens of them take a gigabyte. */
const MAX_WAITING_PICTURES = 32;

/**
 * Heap limit, which doesn't include pixels. While jimp decodes a JPEG, the heap has about two million small objects.
 */
const MAX_HEAP_MIB = 2048;

/** Processes pictures with one of the libraries, in child processes. */
export class LibraryCodec {
  private readonly logger = new Logger(LibraryCodec.name);
  private readonly settings: LibrarySettings;
  private readonly pool: ProcessPool;

  /** @param limits limits that replace those of the library */
  constructor(
    private readonly library: CodecLibrary,
    limits: Partial<Pick<LibrarySettings, 'timeoutMs' | 'maxMemoryMib'>> = {},
  ) {
    this.settings = { ...librarySettings[library], ...limits };
    const { poolSize, maxMemoryMib } = this.settings;
    this.pool = new ProcessPool({
      size: poolSize,
      maxMemoryMib,
      maxHeapMib: MAX_HEAP_MIB,
      waitTimeoutMs: WAIT_TIMEOUT_MS,
      maxWaiting: MAX_WAITING_PICTURES,
      ...(library === 'sharp' ? { isWithinTotalMemory: isWithinTotalMemoryLimit } : {}),
    });
  }

  /** @throws TaskError with the reason `missing` if the library doesn't load */
  async load(): Promise<void> {
    await this.pool.load(this.settings.taskModulePath);
  }

  /** Ends the processes, whatever they are doing. */
  end(): void {
    this.pool.end();
  }

  /** Like `ImageCodec.createVariants`. */
  async createVariants(
    { bytes, header }: ValidatedImage,
    variants: readonly ImageVariant[],
    handleVariant: VariantHandler,
    signal?: AbortSignal,
  ): Promise<void> {
    const { taskModulePath, timeoutMs, poolSize, ...limits } = this.settings;
    const { width, height } = header;
    if (width * height > limits.maxPixels)
      throw new ImageTooManyPixels({ width, height, limit: limits.maxPixels });
    const isExclusive =
      estimateMemoryMib({ bytes, header }, variants) > limits.maxMemoryMib / poolSize;
    let isMemoryShort = false;
    const getMemoryLimitMib = (): number => {
      const availableMib =
        this.library === 'sharp' ? getAvailableMemoryMib(bytes.length) : Infinity;
      isMemoryShort = availableMib < limits.maxMemoryMib;
      return Math.min(availableMib, limits.maxMemoryMib) / (isExclusive ? 1 : poolSize);
    };
    const receiver = new VariantReceiver(handleVariant);
    const input: VariantsTaskInput = { bytes, header, variants };
    try {
      const { reason } = await this.pool.run<VariantsResult, VariantPart>(
        { modulePath: taskModulePath, input },
        {
          timeoutMs: Math.min(timeoutMs, computeTimeoutMs(header, variants)),
          signal,
          isExclusive,
          getMaxMemoryMib: getMemoryLimitMib,
          onStarted: () => releaseBytes(bytes),
          onPart: (part) => receiver.receivePart(part),
        },
      );
      if (reason !== undefined) throw new ImageUndecodable({ reason });
    } catch (error) {
      await receiver.abort(error as Error);
      if (!(error instanceof TaskError)) throw error;
      throw this.toImageError(error, header, isMemoryShort);
    }
  }

  private toImageError(
    error: TaskError,
    { type, width, height }: ImageHeader,
    isMemoryShort: boolean,
  ): Error {
    const { reason, message } = error;
    if (reason === 'deadline') return new ImageTimedOut();
    if (reason === 'failed' || reason === 'missing') return error;
    if (reason !== 'crashed' && (reason !== 'memory' || isMemoryShort)) return new ImageQueueFull();
    this.logger.error(
      `${this.library} ended (${reason}: ${message}) at a ${type} of ${width} x ${height}`,
    );
    return new ImageUndecodable({
      reason: 'it crashes the decoder or needs too much memory',
    });
  }
}

/** Returns the time limit of a picture by its size: some damaged files keep a decoder busy without end. */
function computeTimeoutMs(header: ImageHeader, variants: readonly ImageVariant[]): number {
  const sizes = [
    header,
    ...variants.map(({ resizeTarget }) => getTargetSize(header, resizeTarget)),
  ];
  const pixels = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  return MIN_TIMEOUT_MS + pixels * TIMEOUT_MS_PER_PIXEL;
}
