import type { Configuration } from '../../../config/configuration';
import type { PixelSize } from '../../../config/variable';
import type { UploadedImage } from './upload-image.record';
import type { ImageDestinationDto, ImageVariantsDto, UploadImageDto } from './upload-image.dto';

/** One of the five image variants of the API. */
export interface VariantKind {
  /** Its name in `params`. */
  readonly name: keyof ImageVariantsDto;
  /** True for a variant of a main image, false for one of an additional image. */
  readonly isMain: boolean;
  /** The field that requests the variant. */
  readonly flag: keyof UploadImageDto & `create${string}`;
  /** The field of the variant's own folder. */
  readonly folder: keyof ImageDestinationDto;
  /** The key of the variant in the response. */
  readonly key: keyof UploadedImage;
  /** The default pattern of the file name. */
  readonly pattern: string;
  /** The default box that the image is fitted into. */
  readonly box: (configuration: Configuration) => PixelSize;
}

/** The variants, in the order in which they are created. */
export const variantKinds: readonly VariantKind[] = [
  {
    name: 'largeImage',
    isMain: true,
    flag: 'createLargeImage',
    key: 'largeImage',
    folder: 'largeImageDestination',
    pattern: '*_large',
    box: ({ imageLarge }) => imageLarge,
  },
  {
    name: 'mediumImage',
    isMain: true,
    flag: 'createMediumImage',
    key: 'mediumImage',
    folder: 'mediumImageDestination',
    pattern: '*_medium',
    box: ({ imageMedium }) => imageMedium,
  },
  {
    name: 'smallImage',
    isMain: true,
    flag: 'createSmallImage',
    key: 'smallImage',
    folder: 'smallImageDestination',
    pattern: '*_small',
    box: ({ imageSmall }) => imageSmall,
  },
  {
    name: 'additionalLargeImage',
    isMain: false,
    flag: 'createAdditionalLargeImage',
    key: 'largeImage',
    folder: 'additionalLargeImageDestination',
    pattern: '*_additional_large',
    box: ({ imageLarge }) => imageLarge,
  },
  {
    name: 'additionalSmallImage',
    isMain: false,
    flag: 'createAdditionalSmallImage',
    key: 'smallImage',
    folder: 'additionalSmallImageDestination',
    pattern: '*_additional_small',
    box: ({ imageSmall }) => imageSmall,
  },
];

/** The variants that a request asks for. */
export function listRequestedVariants(dto: UploadImageDto): readonly VariantKind[] {
  return variantKinds.filter(({ isMain, flag }) => isMain === dto.main && dto[flag]);
}
