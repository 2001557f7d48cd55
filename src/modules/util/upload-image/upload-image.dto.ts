import { Base64, Decimal, SchemaExample, Flag, Int, Nested, Text } from '../../../api';

/** Maximum size of the body: an image of 20 MiB has 26.7 MiB in Base64. */
export const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

/** The file field of a form. */
export const imageFormField = {
  file: 'image',
  description: 'The picture: JPEG, PNG, GIF, BMP or TIFF of at most 20 MiB',
} as const;

/** Maximum number of characters of a path in a request. A path may have 1,024 bytes in NFC, which can be shorter. */
const MAX_PATH_CHARACTERS = 3 * 1024;

const MAX_SIDE_PIXELS = 10_000;

const FolderField = (description: string) =>
  Text({
    max: MAX_PATH_CHARACTERS,
    optional: true,
    example: 'products/mugs',
    description: `${description}; / or . means the root folder, in JSON also an empty string`,
  });

const SideField = (description: string) =>
  Int({ min: 1, max: MAX_SIDE_PIXELS, optional: true, example: 800, description });

/** The folders of the variants. Missing folders are created; one leading / and all trailing ones are removed. */
export class ImageDestinationDto {
  @FolderField('Folder of variants without one of their own; default: IMAGE_DESTINATION')
  destination?: string;

  @FolderField('Folder of the large image')
  largeImageDestination?: string;

  @FolderField('Folder of the medium image')
  mediumImageDestination?: string;

  @FolderField('Folder of the small image')
  smallImageDestination?: string;

  @FolderField('Folder of the additional large image')
  additionalLargeImageDestination?: string;

  @FolderField('Folder of the additional small image')
  additionalSmallImageDestination?: string;
}

export class ImageVariantDto {
  @Flag({ default: false, description: 'Whether to swap left and right' })
  flipHorizontally!: boolean;

  @Flag({ default: false, description: 'Whether to swap top and bottom' })
  flipVertically!: boolean;

  @Flag({
    default: false,
    description:
      'With `resize`, scales to exactly `width` x `height` without keeping the proportions; a missing side is taken ' +
      'from the configured box',
  })
  forceSize!: boolean;

  @SideField('Maximum height in pixels; by default that of the configured box')
  height?: number;

  @SideField('Maximum width in pixels; by default that of the configured box')
  width?: number;

  @Text({
    max: 100,
    default: '',
    pattern: '^[^*]*(\\*[^*]*)?$',
    example: '*_large',
    description:
      'File name, in which one `*` is replaced by `name`; without `*` it is the whole file name. If empty, the ' +
      "variant's default is used, such as `*_large`",
  })
  pattern!: string;

  @Decimal({
    decimals: 1,
    min: 0,
    max: 1,
    default: 0,
    example: 0.8,
    description: 'Quality of a JPEG, 0.1 to 1 in steps of 0.1; 0 means the configured quality',
  })
  quality!: number;

  @Flag({
    default: true,
    description: 'Whether to fit the image into the box, keeping its proportions',
  })
  resize!: boolean;
}

export class ImageVariantsDto {
  @Nested(() => ImageVariantDto, { optional: true })
  largeImage?: ImageVariantDto;

  @Nested(() => ImageVariantDto, { optional: true })
  mediumImage?: ImageVariantDto;

  @Nested(() => ImageVariantDto, { optional: true })
  smallImage?: ImageVariantDto;

  @Nested(() => ImageVariantDto, { optional: true })
  additionalLargeImage?: ImageVariantDto;

  @Nested(() => ImageVariantDto, { optional: true })
  additionalSmallImage?: ImageVariantDto;
}

@SchemaExample({
  main: true,
  name: 'tiles.png',
  destination: { destination: 'products' },
  // Sixteen tiles of four pixels.
  image:
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAJElEQVR42mP48OACHB1wcIAjXOIM' +
    'g1ADMYqQxQejhtF4GBQaAP+J8BDO7eurAAAAAElFTkSuQmCC',
})
export class UploadImageDto {
  @Flag({
    default: false,
    description: 'Whether to use the folder of IMAGE_DESTINATION instead of `destination`',
  })
  autoDestination!: boolean;

  @Flag({ default: true, description: 'Only for an additional image (`main` false)' })
  createAdditionalLargeImage!: boolean;

  @Flag({ default: true, description: 'Only for an additional image (`main` false)' })
  createAdditionalSmallImage!: boolean;

  @Flag({ default: true, description: 'Only for a main image' })
  createLargeImage!: boolean;

  @Flag({ default: true, description: 'Only for a main image' })
  createMediumImage!: boolean;

  @Flag({ default: true, description: 'Only for a main image' })
  createSmallImage!: boolean;

  @Nested(() => ImageDestinationDto, {
    optional: true,
    description: 'Ignored if `autoDestination` is true; by default the folder is IMAGE_DESTINATION',
  })
  destination?: ImageDestinationDto;

  @Base64({
    description: 'JPEG, PNG, GIF, BMP or TIFF of at most 20 MiB, as Base64 or as a data URI',
  })
  image!: Buffer;

  @Flag({ description: 'True for a main image, false for an additional one' })
  main!: boolean;

  @Text({ max: 255, example: 'red-mug.jpg', description: 'Name of the image' })
  name!: string;

  @Flag({
    default: false,
    description:
      'Whether to replace files with the same names; otherwise the new files get a number',
  })
  overwrite!: boolean;

  @Nested(() => ImageVariantsDto, {
    optional: true,
    description: 'Settings of the variants; missing ones come from the configuration',
  })
  params?: ImageVariantsDto;
}
