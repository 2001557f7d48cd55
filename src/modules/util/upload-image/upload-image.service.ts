import { Injectable } from '@nestjs/common';
import { Configuration, ConfigurationError } from '../../../config/configuration';
import { DomainError, withPointers } from '../../../core/errors';
import { nameOf, parsePath } from '../../files';
import { ImageCodec, type ImageHeader, judgeImage, outputOf } from '../../images';
import { extensions } from './image-names';
import type { UploadImageDto } from './upload-image.dto';
import type { UploadedImage, UploadedVariant } from './upload-image.record';
import { planUpload } from './upload-plan';
import { VariantStore } from './variant-store';

const notMade: UploadedVariant = {
  destination: '',
  clientFileExt: '',
  clientFileName: '',
  fileName: '',
  success: false,
};

/** Takes an image in: judges it, makes its variants and stores them. */
@Injectable()
export class UploadImageService {
  constructor(
    private readonly configuration: Configuration,
    private readonly codec: ImageCodec,
    private readonly variants: VariantStore,
  ) {
    requireFolder(configuration.imageDestination);
  }

  /**
   * All variants are stored, or nothing is.
   * @throws InvalidRequest, ExecutableName, the errors of judgeImage and ImageCodec (pointing at the image),
   * those of FileStore.publish and createFolder
   */
  async upload(dto: UploadImageDto): Promise<UploadedImage> {
    const plan = planUpload(dto, this.configuration);
    const { header, images } = await this.make(dto.image, plan);
    const extension = extensions[outputOf(header.type)];
    const paths = await this.variants.store({ plan, images, extension, overwrite: dto.overwrite });
    const uploaded = { largeImage: notMade, mediumImage: notMade, smallImage: notMade };
    for (const [index, { kind, folder }] of plan.variants.entries()) {
      const path = paths[index];
      if (path === undefined) continue;
      uploaded[kind.key] = {
        destination: folder,
        clientFileExt: extensions[header.type],
        clientFileName: dto.name,
        fileName: nameOf(path),
        success: true,
      };
    }
    return uploaded;
  }

  private async make(
    bytes: Buffer,
    plan: ReturnType<typeof planUpload>,
  ): Promise<{ header: ImageHeader; images: readonly Buffer[] }> {
    try {
      const header = await judgeImage(bytes, this.configuration.imageMaxPixels);
      const wanted = plan.variants.map(({ variant }) => variant);
      return { header, images: await this.codec.variants({ bytes, header }, wanted) };
    } catch (error) {
      throw error instanceof DomainError ? withPointers(error, () => '/image') : error;
    }
  }
}

/** @throws ConfigurationError */
function requireFolder(path: string): void {
  try {
    parsePath(path, '', { root: true });
  } catch (error) {
    throw new ConfigurationError(`IMAGE_DESTINATION must be a path: ${(error as Error).message}`);
  }
}
