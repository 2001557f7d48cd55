import { Example, Flag, Int, TextList } from '../../../api';
import { exportedTypes } from '../exported-walks';

@Example({ types: ['userGroup', 'userRecord'], gzip: true })
export class CreateExportDto {
  @TextList({ of: exportedTypes, optional: true, description: 'Which types of lines; absent: all' })
  types?: string[];

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    description: 'A position of the journal: only what has changed after it; absent: everything',
  })
  since?: number;

  @Flag({ default: false, description: 'Whether the content is compressed with gzip' })
  gzip!: boolean;
}
