import { Flag, Text } from '../../api';

/** The most characters of a path as it is sent: its limit is 1,024 bytes in NFC, which may be shorter. */
const MAX_PATH_CHARACTERS = 3 * 1024;

const SLASHES_DESCRIPTION = 'one / at its start and any at its end are removed';
const ROOT_DESCRIPTION = 'empty, / or . is the root';

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
    description: `Path of the folder; ${SLASHES_DESCRIPTION}; ${ROOT_DESCRIPTION}, which is never made or removed`,
  })
  directory!: string;
}

export class RemoveDirectoryDto extends DirectoryDto {
  @Flag({ default: false, description: 'Whether what is in the folder is removed too' })
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
