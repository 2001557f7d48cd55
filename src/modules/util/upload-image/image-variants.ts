import type { Configuration } from '../../../config/configuration';
import type { PixelSize } from '../../../config/variable';
import type { UploadedImage } from './upload-image.record';
import type { ImageDestinationDto, ImageVariantsDto, UploadImageDto } from './upload-image.dto';

/** One of the five variants that the interface knows. */
export interface VariantKind {
  /** Its name in `params`. */
  readonly name: keyof ImageVariantsDto;
  /** Whether it is one of a main image, else of an additional one. */
  readonly isMain: boolean;
  /** Field that says whether it is made. */
  readonly flag: keyof UploadImageDto & `create${string}`;
  /** Field of its own folder. */
  readonly folder: keyof ImageDestinationDto;
  /** Key of the answer that tells of it. */
  readonly key: keyof UploadedImage;
  /** Name of its file unless the request says otherwise. */
  readonly pattern: string;
  /** Box that it is fitted into unless the request says otherwise. */
  readonly box: (configuration: Configuration) => PixelSize;
}

/** In the order in which they are made. */
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
export function requestedVariants(dto: UploadImageDto): readonly VariantKind[] {
  return variantKinds.filter(({ isMain, flag }) => isMain === dto.main && dto[flag]);
}
