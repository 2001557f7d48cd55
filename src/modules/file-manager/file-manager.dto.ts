import { Flag, Text } from '../../api';

/** Characters of a path as it is sent: in NFC it may be shorter, and 1,024 bytes are its limit. */
const max = 3 * 1024;

const slashes = 'one / at its start and any at its end are taken off';
const root = 'empty, / or . is the root';

export class CopyOrMoveDto {
  @Text({ max, example: 'products/mug.png', description: `Path of what is there; ${slashes}` })
  from!: string;

  @Text({
    max,
    example: 'archive/mug.png',
    description: `Path that it gets, with its name; ${slashes}`,
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
  @Flag({ default: false, description: 'What is in the folder goes too' })
  force!: boolean;
}

export class UploadDto {
  @Text({
    max,
    min: 0,
    example: 'products',
    description: `Path of the folder, which is there; ${slashes}; ${root}`,
  })
  path!: string;
}
