import { Flag, Text } from '../../api';

/** Maximum number of characters of a path in a request. A path may have 1,024 bytes in NFC, which can be shorter. */
const MAX_PATH_CHARACTERS = 3 * 1024;

const SLASHES_DESCRIPTION = 'slashes around it are removed';
const ROOT_DESCRIPTION = 'empty, / or . means the root folder';

export class CopyOrMoveDto {
  @Text({
    max: MAX_PATH_CHARACTERS,
    example: 'products/mug.png',
    description: `Path of the existing file or folder; ${SLASHES_DESCRIPTION}`,
  })
  from!: string;

  @Text({
    max: MAX_PATH_CHARACTERS,
    example: 'archive/mug.png',
    description: `The new path, name included; ${SLASHES_DESCRIPTION}`,
  })
  to!: string;
}

export class FileDto {
  @Text({
    max: MAX_PATH_CHARACTERS,
    example: 'archive/price-list.txt',
    description: `Path of the file; ${SLASHES_DESCRIPTION}`,
  })
  file!: string;
}

export class DirectoryDto {
  @Text({
    max: MAX_PATH_CHARACTERS,
    min: 0,
    example: 'products',
    description: `Path of the folder; ${SLASHES_DESCRIPTION}; ${ROOT_DESCRIPTION}, which can't be created or removed`,
  })
  directory!: string;
}

export class RemoveDirectoryDto extends DirectoryDto {
  @Flag({ default: false, description: 'Whether to remove the content of the folder as well' })
  force!: boolean;
}

export class UploadDto {
  @Text({
    max: MAX_PATH_CHARACTERS,
    min: 0,
    example: 'products',
    description: `Path of the folder, which has to exist; ${SLASHES_DESCRIPTION}; ${ROOT_DESCRIPTION}`,
  })
  path!: string;
}
