import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type Configuration, ConfigurationError } from '../../../config/configuration';
import type { MetricCounter, Metrics } from '../../../core/metrics';
import { TaskError } from '../../../processes';
import { ImageQueueFull } from './image-errors';
import { LibraryCodec } from './library-codec';
import type { ValidatedImage, HandleVariant, Variant } from './variant';

type ImageCodecSettings = Pick<Configuration, 'imageCodec' | 'imageMaxPixels'>;

/**
 * Decodes, fits and encodes pictures, off the event loop. Whatever library does it: the picture stands upright
 * (its orientation is applied before it is fitted and flipped), of several frames the first one counts, colours
 * are sRGB, no metadata is kept.
 */
export class ImageCodec implements OnApplicationShutdown {
  private readonly logger = new Logger(ImageCodec.name);
  private readonly refusedCounter: MetricCounter<never>;
  private readonly sharp: LibraryCodec;
  private readonly jimp: LibraryCodec;
  private selectedCodec?: Promise<LibraryCodec>;
  private inFlight = 0;

  constructor(
    private readonly settings: ImageCodecSettings,
    metrics: Metrics,
  ) {
    this.sharp = new LibraryCodec('sharp', settings.imageMaxPixels);
    this.jimp = new LibraryCodec('jimp', settings.imageMaxPixels);
    metrics.gauge(
      {
        name: 'images_in_flight',
        help: 'Pictures whose variants are being made, those that wait for their turn included',
      },
      () => this.inFlight,
    );
    this.refusedCounter = metrics.counter({
      name: 'images_refused_total',
      help: 'Pictures that were refused because too many were waiting, or for too long',
    });
  }

  /**
   * Checks at the start that the configured library loads. With `auto` the first picture finds out, so that no process is
   * started before.
   * @throws ConfigurationError when IMAGE_CODEC is sharp, and sharp does not load
   */
  async check(): Promise<void> {
    if (this.settings.imageCodec !== 'sharp') return;
    await this.sharp.load().catch((cause: unknown) => {
      if (!isLibraryMissing(cause)) throw cause;
      const problem = 'IMAGE_CODEC must be jimp or auto: sharp does not load here';
      throw new ConfigurationError(problem, { cause });
    });
  }

  /**
   * @param image whose bytes are given away, with all that they share memory with
   * @param take is given each variant; when this throws, some of them may have been
   * @param signal ends the work, or its wait: nobody waits for the variants any more
   * @throws ImageUndecodable, ImageTimedOut (the deadline has passed), ImageQueueFull (too many are waiting, or nobody is),
   * ImageTooManyPixels (for the library), what `take` throws
   */
  async variants(
    image: ValidatedImage,
    variants: readonly Variant[],
    take: HandleVariant,
    signal?: AbortSignal,
  ): Promise<void> {
    this.inFlight += 1;
    try {
      const library = await (this.selectedCodec ??= this.selectCodec());
      await library.variants(image, variants, take, signal);
    } catch (error) {
      if (error instanceof ImageQueueFull && signal?.aborted !== true) this.refusedCounter.add({});
      throw error;
    } finally {
      this.inFlight -= 1;
    }
  }

  /** After the last answer has gone out. */
  onApplicationShutdown(): void {
    this.sharp.end();
    this.jimp.end();
  }

  /** @throws ImageQueueFull, where no process starts: then the next picture asks again */
  private async selectCodec(): Promise<LibraryCodec> {
    const { imageCodec } = this.settings;
    if (imageCodec !== 'auto') return this[imageCodec];
    try {
      await this.sharp.load();
      return this.sharp;
    } catch (error) {
      if (!isLibraryMissing(error)) {
        delete this.selectedCodec;
        throw new ImageQueueFull();
      }
      this.logger.warn(`Images are made by jimp: sharp does not load (${error.message})`);
      return this.jimp;
    }
  }
}

function isLibraryMissing(error: unknown): error is TaskError {
  return error instanceof TaskError && error.reason === 'missing';
}
