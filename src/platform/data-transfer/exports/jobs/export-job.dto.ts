import {
  ChangeFilterQuery,
  SchemaExample,
  Flag,
  Int,
  PickAnnotatedType,
  RecordId,
  Sort,
  TextList,
} from '../../../../api';
import { exportedTypes } from '../export-sources';

@SchemaExample({ types: ['userGroup', 'userRecord'], gzip: true })
export class CreateExportDto {
  @TextList({ of: exportedTypes, optional: true, description: 'The types of lines; absent: all' })
  types?: string[];

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    description: 'A position of the journal: only what has changed after it; absent: everything',
  })
  since?: number;

  @RecordId({
    optional: true,
    description:
      'Id of a user, who may be deleted: only what is of that person, and the documents that name it; absent: everything',
  })
  user?: number;

  @Flag({ default: false, description: 'Whether the content is compressed with gzip' })
  gzip!: boolean;
}

export class ExportsQuery extends PickAnnotatedType(ChangeFilterQuery, [
  'updatedAt_min',
  'updatedAt_max',
  'since_id',
]) {
  @Sort(['id'], { default: 'id.desc' })
  sort!: string;
}
