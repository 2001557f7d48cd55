import { Logger } from '@nestjs/common';
import { type Configuration, ConfigurationError } from '../../config/configuration';
import { ImageCodec, type JudgedImage, type Variant } from './image-codec';
import type { ImageThreads } from './image-threads';
import { ThreadedCodec } from './threaded-codec';

type Settings = Pick<Configuration, 'imageCodec' | 'imageMaxPixels'>;

/**
 * The codec that IMAGE_CODEC names.
 * @throws ConfigurationError when it is sharp, and sharp does not load
 */
export async function chooseCodec(settings: Settings, threads: ImageThreads): Promise<ImageCodec> {
  switch (settings.imageCodec) {
    case 'jimp':
      return new ThreadedCodec('jimp', threads, settings.imageMaxPixels);
    case 'sharp':
      await requireSharp().catch(() => {
        throw new ConfigurationError('IMAGE_CODEC must be jimp or auto: sharp does not load here');
      });
      return new ThreadedCodec('sharp', threads, settings.imageMaxPixels);
    default:
      return new AutomaticCodec(settings, threads);
  }
}

/** Sharp where it loads, else jimp: found out with the first picture, so that no other process pays for it. */
class AutomaticCodec extends ImageCodec {
  private readonly logger = new Logger(AutomaticCodec.name);
  private chosen?: Promise<ImageCodec>;

  constructor(
    private readonly settings: Settings,
    private readonly threads: ImageThreads,
  ) {
    super();
  }

  override async variants(
    image: JudgedImage,
    variants: readonly Variant[],
  ): Promise<readonly Buffer[]> {
    return (await (this.chosen ??= this.choose())).variants(image, variants);
  }

  private async choose(): Promise<ImageCodec> {
    const library = await requireSharp().then(
      () => 'sharp' as const,
      (error: unknown) => {
        this.logger.warn(`Images are made by jimp: sharp does not load (${String(error)})`);
        return 'jimp' as const;
      },
    );
    return new ThreadedCodec(library, this.threads, this.settings.imageMaxPixels);
  }
}

/** An optional package: it has no binary for every platform. What loads here loads in a thread. */
async function requireSharp(): Promise<void> {
  await import('sharp');
}
