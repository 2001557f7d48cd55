import { Injectable } from '@nestjs/common';
import { Configuration, ConfigurationError } from '../../../config/configuration';
import { abortOnDisconnect } from '../../../core/actor-context';
import { DomainError, mapPointers } from '../../../core/errors';
import { getBaseName, parsePath } from '../../../platform/media/files';
import {
  ImageCodec,
  type ImageHeader,
  type ValidatedImage,
  validateImage,
  toOutputType,
  type VariantHandler,
} from '../../../platform/media/images';
import { extensionByImageType } from './image-names';
import type { UploadImageDto } from './upload-image.dto';
import type { UploadedImage, UploadedVariant } from './upload-image.record';
import { planUpload, type UploadPlan } from './upload-plan';
import { VariantStore } from './variant-store';

const EMPTY_VARIANT: UploadedVariant = {
  destination: '',
  clientFileExt: '',
  clientFileName: '',
  fileName: '',
  success: false,
};

/** Checks uploaded images, creates their variants and stores them. */
@Injectable()
export class UploadImageService {
  constructor(
    private readonly configuration: Configuration,
    private readonly codec: ImageCodec,
    private readonly variantStore: VariantStore,
  ) {
    requireValidFolder(configuration.imageDestination);
  }

  /**
   * Stores all variants of an image or none.
   * @throws InvalidRequest, ExecutableFileName, the errors of validateImage and ImageCodec (pointing at the image), and
   * those of FileStore.publish and createFolder
   */
  async upload(dto: UploadImageDto): Promise<UploadedImage> {
    const plan = planUpload(dto, this.configuration);
    const header = await this.validate(dto.image);
    const extension = extensionByImageType[toOutputType(header.type)];
    const upload = { plan, extension, overwrite: dto.overwrite };
    const paths = await this.variantStore.store(upload, (handleVariant) =>
      this.createVariants({ bytes: dto.image, header }, plan, handleVariant),
    );
    const uploaded = {
      largeImage: EMPTY_VARIANT,
      mediumImage: EMPTY_VARIANT,
      smallImage: EMPTY_VARIANT,
    };
    for (const [index, { kind, folder }] of plan.variants.entries()) {
      const path = paths[index];
      if (path === undefined) continue;
      uploaded[kind.responseKey] = {
        destination: folder,
        clientFileExt: extensionByImageType[header.type],
        clientFileName: dto.name,
        fileName: getBaseName(path),
        success: true,
      };
    }
    return uploaded;
  }

  private validate(bytes: Buffer): Promise<ImageHeader> {
    return withImagePointer(() => validateImage(bytes, this.configuration.imageMaxPixels));
  }

  private createVariants(
    image: ValidatedImage,
    plan: UploadPlan,
    handleVariant: VariantHandler,
  ): Promise<void> {
    const wanted = plan.variants.map(({ variant }) => variant);
    // Nothing has been published so far, so the work can stop when the client disconnects.
    return withImagePointer(() =>
      abortOnDisconnect((abortSignal) =>
        this.codec.createVariants(image, wanted, handleVariant, abortSignal),
      ),
    );
  }
}

/** Makes errors of the work point to the image. */
async function withImagePointer<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DomainError ? mapPointers(error, () => '/image') : error;
  }
}

/** @throws ConfigurationError */
function requireValidFolder(path: string): void {
  try {
    parsePath(path, '', { allowsRoot: true });
  } catch (error) {
    throw new ConfigurationError(`IMAGE_DESTINATION must be a path: ${(error as Error).message}`);
  }
}
