import { Logger } from '@nestjs/common';
import { type Configuration, ConfigurationError } from '../../config/configuration';
import { ImageCodec, type JudgedImage, type Variant } from './image-codec';
import type { ImageWorker } from './image-worker';
import { JimpCodec } from './jimp-codec';
import { SharpCodec } from './sharp-codec';

type Settings = Pick<Configuration, 'imageCodec' | 'imageMaxPixels'>;

/**
 * The codec that IMAGE_CODEC names.
 * @throws ConfigurationError when it is sharp, and sharp does not load
 */
export async function chooseCodec(settings: Settings, worker: ImageWorker): Promise<ImageCodec> {
  switch (settings.imageCodec) {
    case 'jimp':
      return new JimpCodec(worker);
    case 'sharp':
      return loadSharp(settings, worker).catch(() => {
        throw new ConfigurationError('IMAGE_CODEC must be jimp or auto: sharp does not load here');
      });
    default:
      return new AutomaticCodec(settings, worker);
  }
}

/** Sharp where it loads, else jimp: found out with the first picture, so that no other process pays for it. */
class AutomaticCodec extends ImageCodec {
  private readonly logger = new Logger(AutomaticCodec.name);
  private chosen?: Promise<ImageCodec>;

  constructor(
    private readonly settings: Settings,
    private readonly worker: ImageWorker,
  ) {
    super();
  }

  override async variants(
    image: JudgedImage,
    variants: readonly Variant[],
  ): Promise<readonly Buffer[]> {
    this.chosen ??= loadSharp(this.settings, this.worker).catch((error: unknown) => {
      this.logger.warn(`Images are made by jimp: sharp does not load (${String(error)})`);
      return new JimpCodec(this.worker);
    });
    return (await this.chosen).variants(image, variants);
  }
}

/** An optional package: it has no binary for every platform. */
async function loadSharp({ imageMaxPixels }: Settings, worker: ImageWorker): Promise<ImageCodec> {
  const { default: sharp } = await import('sharp');
  return new SharpCodec(sharp, worker, imageMaxPixels);
}
