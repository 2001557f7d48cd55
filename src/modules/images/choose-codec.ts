import { Logger } from '@nestjs/common';
import { type Configuration, ConfigurationError } from '../../config/configuration';
import { ImageCodec, type JudgedImage, type TakeVariant, type Variant } from './image-codec';
import type { ImageProcesses } from './image-processes';
import { ProcessCodec } from './process-codec';
import { LibraryMissing } from './process/codec-process';

type Settings = Pick<Configuration, 'imageCodec' | 'imageMaxPixels'>;

/**
 * The codec that IMAGE_CODEC names.
 * @throws ConfigurationError when it is sharp, and sharp does not load; ImagesBusy, where no process starts
 */
export async function chooseCodec(
  settings: Settings,
  processes: ImageProcesses,
): Promise<ImageCodec> {
  switch (settings.imageCodec) {
    case 'jimp':
      return new ProcessCodec('jimp', processes, settings.imageMaxPixels);
    case 'sharp':
      await processes.load('sharp').catch((cause: unknown) => {
        if (!(cause instanceof LibraryMissing)) throw cause;
        const problem = 'IMAGE_CODEC must be jimp or auto: sharp does not load here';
        throw new ConfigurationError(problem, { cause });
      });
      return new ProcessCodec('sharp', processes, settings.imageMaxPixels);
    default:
      return new AutomaticCodec(settings, processes);
  }
}

/** Sharp where it loads, else jimp: found out with the first picture, so that no other process pays for it. */
class AutomaticCodec extends ImageCodec {
  private readonly logger = new Logger(AutomaticCodec.name);
  private chosen?: Promise<ImageCodec>;

  constructor(
    private readonly settings: Settings,
    private readonly processes: ImageProcesses,
  ) {
    super();
  }

  override async variants(
    image: JudgedImage,
    variants: readonly Variant[],
    take: TakeVariant,
    gone?: AbortSignal,
  ): Promise<void> {
    await (await (this.chosen ??= this.choose())).variants(image, variants, take, gone);
  }

  /** @throws ImagesBusy, where no process starts: then the next picture asks again */
  private async choose(): Promise<ImageCodec> {
    const library = await this.processes.load('sharp').then(
      () => 'sharp' as const,
      (error: unknown) => {
        if (!(error instanceof LibraryMissing)) {
          delete this.chosen;
          throw error;
        }
        this.logger.warn(`Images are made by jimp: sharp does not load (${error.message})`);
        return 'jimp' as const;
      },
    );
    return new ProcessCodec(library, this.processes, this.settings.imageMaxPixels);
  }
}
