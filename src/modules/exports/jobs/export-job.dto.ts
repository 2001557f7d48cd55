import { Example, Flag, TextList } from '../../../api';
import { exportedTypes } from '../exported-walks';

@Example({ types: ['userGroup', 'userRecord'], gzip: true })
export class CreateExportDto {
  @TextList({ of: exportedTypes, optional: true, description: 'Which types of lines; absent: all' })
  types?: string[];

  @Flag({ default: false, description: 'Whether the content is compressed with gzip' })
  gzip!: boolean;
}
