import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type Configuration, ConfigurationError } from '../../../config/configuration';
import type { MetricCounter, Metrics } from '../../../core/metrics';
import { TaskError } from '../../../processes';
import { ImageQueueFull } from './image-errors';
import { LibraryCodec } from './library-codec';
import type { ValidatedImage, VariantHandler, ImageVariant } from './variant';

/**
 * Decodes, resizes and encodes pictures outside the event loop. With every library, the orientation is applied
 * before the picture is resized and flipped. Only the first frame is used. Colors are sRGB, and metadata is removed.
 */
export class ImageCodec implements OnApplicationShutdown {
  private readonly logger = new Logger(ImageCodec.name);
  private readonly refusedCounter: MetricCounter<never>;
  private readonly sharp: LibraryCodec;
  private readonly jimp: LibraryCodec;
  private selectedCodec?: Promise<LibraryCodec>;
  private inFlight = 0;

  constructor(
    private readonly settings: Pick<Configuration, 'imageCodec'>,
    metrics: Metrics,
  ) {
    this.sharp = new LibraryCodec('sharp');
    this.jimp = new LibraryCodec('jimp');
    metrics.gauge(
      {
        name: 'images_in_flight',
        help: 'Pictures whose variants are being created, including those in the queue',
      },
      () => this.inFlight,
    );
    this.refusedCounter = metrics.counter({
      name: 'images_refused_total',
      help: 'Pictures that were refused because the queue was full or the wait too long',
    });
  }

  /**
   * Checks at startup that the configured library loads. With `auto`, this is checked with the first picture, so that
   * no process is started before.
   * @throws ConfigurationError if IMAGE_CODEC is sharp and sharp doesn't load
   */
  async requireConfiguredLibrary(): Promise<void> {
    if (this.settings.imageCodec !== 'sharp') return;
    await this.sharp.load().catch((cause: unknown) => {
      if (!isLibraryMissing(cause)) throw cause;
      const message = 'IMAGE_CODEC must be jimp or auto: sharp does not load here';
      throw new ConfigurationError(message, { cause });
    });
  }

  /**
   * Creates the variants of an image.
   * @param image its bytes are transferred, together with all memory that they share
   * @param handleVariant receives each variant; if the call fails, it may have received some of them
   * @param signal aborts the work or the wait
   * @throws ImageUndecodable, ImageTimedOut (the deadline has passed), ImageTooManyPixels (for the library), and the
   * errors of `handleVariant`
   * @throws ImageQueueFull if too many are waiting, memory is short, no process starts, or the signal was aborted
   */
  async createVariants(
    image: ValidatedImage,
    variants: readonly ImageVariant[],
    handleVariant: VariantHandler,
    signal?: AbortSignal,
  ): Promise<void> {
    this.inFlight += 1;
    try {
      const codec = await (this.selectedCodec ??= this.selectCodec());
      await codec.createVariants(image, variants, handleVariant, signal);
    } catch (error) {
      if (error instanceof ImageQueueFull && signal?.aborted !== true) this.refusedCounter.add({});
      throw error;
    } finally {
      this.inFlight -= 1;
    }
  }

  /** Runs after the last response was sent. */
  onApplicationShutdown(): void {
    this.sharp.end();
    this.jimp.end();
  }

  /** Chooses the library. @throws ImageQueueFull if no process could be started; the next picture tries again */
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
      this.logger.warn(`Using jimp for images: sharp does not load (${error.message})`);
      return this.jimp;
    }
  }
}

function isLibraryMissing(error: unknown): error is TaskError {
  return error instanceof TaskError && error.reason === 'missing';
}
