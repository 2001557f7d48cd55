import { Base64, Decimal, SchemaExample, Flag, Int, Nested, Text } from '../../../api';

/** Bytes of the body: an image of 20 MiB has 26.7 MiB in Base64. */
export const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

/** What of a form is a file. */
export const imageForm = {
  file: 'image',
  description: 'The picture: JPEG, PNG, GIF, BMP or TIFF of at most 20 MiB',
} as const;

/** Characters of a path as it is sent: in NFC it may be shorter, and 1,024 bytes are its limit. */
const MAX_PATH_CHARACTERS = 3 * 1024;

const MAX_SIDE_PIXELS = 10_000;

const FolderField = (description: string) =>
  Text({
    max: MAX_PATH_CHARACTERS,
    optional: true,
    example: 'products/mugs',
    description: `${description}; / or . is the root, as is an empty one in JSON`,
  });

const SideField = (description: string) =>
  Int({ min: 1, max: MAX_SIDE_PIXELS, optional: true, example: 800, description });

/** Folders; they are made when they are missing. A / at the start and any at the end are taken off. */
export class ImageDestinationDto {
  @FolderField(
    'Folder of all variants that have none of their own, by default that of IMAGE_DESTINATION',
  )
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
  @Flag({ default: false, description: 'Left and right change places' })
  flipHorizontally!: boolean;

  @Flag({ default: false, description: 'Top and bottom change places' })
  flipVertically!: boolean;

  @Flag({
    default: false,
    description:
      'Exactly `width` x `height`, whatever that does to the proportions; with `resize`. A side that is ' +
      'not given is that of the configured box',
  })
  forceSize!: boolean;

  @SideField('Pixels at most; by default those of the configured box')
  height?: number;

  @SideField('Pixels at most; by default those of the configured box')
  width?: number;

  @Text({
    max: 100,
    default: '',
    pattern: '^[^*]*(\\*[^*]*)?$',
    example: '*_large',
    description:
      'Name of the file, one `*` standing for `name`, without one the whole name; empty for the ' +
      "variant's default, such as `*_large`",
  })
  pattern!: string;

  @Decimal({
    decimals: 1,
    min: 0,
    max: 1,
    default: 0,
    example: 0.8,
    description: 'Of a JPEG, 0.1 to 1 in steps of 0.1; 0 for the configured one',
  })
  quality!: number;

  @Flag({ default: true, description: 'Fits the image into the box, keeping its proportions' })
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
    description: 'Takes the folder of IMAGE_DESTINATION, whatever `destination` says',
  })
  autoDestination!: boolean;

  @Flag({ default: true, description: 'Of an additional image (`main` false)' })
  createAdditionalLargeImage!: boolean;

  @Flag({ default: true, description: 'Of an additional image (`main` false)' })
  createAdditionalSmallImage!: boolean;

  @Flag({ default: true, description: 'Of a main image' })
  createLargeImage!: boolean;

  @Flag({ default: true, description: 'Of a main image' })
  createMediumImage!: boolean;

  @Flag({ default: true, description: 'Of a main image' })
  createSmallImage!: boolean;

  @Nested(() => ImageDestinationDto, {
    optional: true,
    description:
      'Counts when `autoDestination` is false; without it the folder is IMAGE_DESTINATION',
  })
  destination?: ImageDestinationDto;

  @Base64({
    description: 'JPEG, PNG, GIF, BMP or TIFF of at most 20 MiB, as Base64 or as a data URI',
  })
  image!: Buffer;

  @Flag({ description: 'A main image, else an additional one' })
  main!: boolean;

  @Text({ max: 255, example: 'red-mug.jpg', description: 'Name of the image' })
  name!: string;

  @Flag({
    default: false,
    description: 'Replaces files of the same name; else the new ones get a number',
  })
  overwrite!: boolean;

  @Nested(() => ImageVariantsDto, {
    optional: true,
    description: 'What is not said of a variant comes from the configuration',
  })
  params?: ImageVariantsDto;
}
