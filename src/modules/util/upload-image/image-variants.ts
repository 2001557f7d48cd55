import type { Configuration } from '../../../config/configuration';
import type { PixelSize } from '../../../config/environment-variable';
import type { UploadedImage } from './upload-image.record';
import type { ImageDestinationDto, ImageVariantsDto, UploadImageDto } from './upload-image.dto';

/** One of the five image variants of the API. */
export interface VariantKind {
  /** Its name in `params`. */
  readonly paramsKey: keyof ImageVariantsDto;
  /** True for a variant of a main image, false for one of an additional image. */
  readonly isMain: boolean;
  /** The field that requests the variant. */
  readonly flagField: keyof UploadImageDto & `create${string}`;
  /** The field of the variant's own folder. */
  readonly folderField: keyof ImageDestinationDto;
  /** The key of the variant in the response. */
  readonly responseKey: keyof UploadedImage;
  /** The default pattern of the file name. */
  readonly defaultPattern: string;
  /** The default box that the image is fitted into. */
  readonly getDefaultBox: (configuration: Configuration) => PixelSize;
}

/** The variants, in the order in which they are created. */
export const variantKinds: readonly VariantKind[] = [
  {
    paramsKey: 'largeImage',
    isMain: true,
    flagField: 'createLargeImage',
    responseKey: 'largeImage',
    folderField: 'largeImageDestination',
    defaultPattern: '*_large',
    getDefaultBox: ({ imageLarge }) => imageLarge,
  },
  {
    paramsKey: 'mediumImage',
    isMain: true,
    flagField: 'createMediumImage',
    responseKey: 'mediumImage',
    folderField: 'mediumImageDestination',
    defaultPattern: '*_medium',
    getDefaultBox: ({ imageMedium }) => imageMedium,
  },
  {
    paramsKey: 'smallImage',
    isMain: true,
    flagField: 'createSmallImage',
    responseKey: 'smallImage',
    folderField: 'smallImageDestination',
    defaultPattern: '*_small',
    getDefaultBox: ({ imageSmall }) => imageSmall,
  },
  {
    paramsKey: 'additionalLargeImage',
    isMain: false,
    flagField: 'createAdditionalLargeImage',
    responseKey: 'largeImage',
    folderField: 'additionalLargeImageDestination',
    defaultPattern: '*_additional_large',
    getDefaultBox: ({ imageLarge }) => imageLarge,
  },
  {
    paramsKey: 'additionalSmallImage',
    isMain: false,
    flagField: 'createAdditionalSmallImage',
    responseKey: 'smallImage',
    folderField: 'additionalSmallImageDestination',
    defaultPattern: '*_additional_small',
    getDefaultBox: ({ imageSmall }) => imageSmall,
  },
];

/** The variants that a request asks for. */
export function listRequestedVariants(dto: UploadImageDto): readonly VariantKind[] {
  return variantKinds.filter(({ isMain, flagField }) => isMain === dto.main && dto[flagField]);
}
