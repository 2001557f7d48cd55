import { Flag, Text } from '../../api';

/** Characters of a path as it is sent: in NFC it may be shorter, and 1,024 bytes are its limit. */
const max = 3 * 1024;

export class CopyOrMoveDto {
  @Text({ max, example: 'products/mug.png', description: 'Path of what is there' })
  from!: string;

  @Text({ max, example: 'archive/mug.png', description: 'Path that it gets, with its name' })
  to!: string;
}

export class FileDto {
  @Text({ max, example: 'archive/price-list.txt', description: 'Path of the file' })
  file!: string;
}

export class DirectoryDto {
  @Text({ max, example: 'products', description: 'Path of the folder' })
  directory!: string;
}

export class RemoveDirectoryDto extends DirectoryDto {
  @Flag({ default: false, description: 'What is in the folder goes too' })
  force!: boolean;
}

export class UploadDto {
  @Text({
    max,
    example: 'products',
    description: 'Path of the folder, which is there; `.` the root',
  })
  path!: string;
}
