import { Flag, Text } from '../../api';

/** The most characters of a path as it is sent: its limit is 1,024 bytes in NFC, which may be shorter. */
const max = 3 * 1024;

const slashes = 'one / at its start and any at its end are removed';
const root = 'empty, / or . is the root';

export class CopyOrMoveDto {
  @Text({
    max,
    example: 'products/mug.png',
    description: `Path of the existing file or folder; ${slashes}`,
  })
  from!: string;

  @Text({
    max,
    example: 'archive/mug.png',
    description: `The new path, name included; ${slashes}`,
  })
  to!: string;
}

export class FileDto {
  @Text({ max, example: 'archive/price-list.txt', description: `Path of the file; ${slashes}` })
  file!: string;
}

export class DirectoryDto {
  @Text({
    max,
    min: 0,
    example: 'products',
    description: `Path of the folder; ${slashes}; ${root}, which is never made or removed`,
  })
  directory!: string;
}

export class RemoveDirectoryDto extends DirectoryDto {
  @Flag({ default: false, description: 'Whether what is in the folder is removed too' })
  force!: boolean;
}

export class UploadDto {
  @Text({
    max,
    min: 0,
    example: 'products',
    description: `Path of the folder, which has to exist; ${slashes}; ${root}`,
  })
  path!: string;
}
