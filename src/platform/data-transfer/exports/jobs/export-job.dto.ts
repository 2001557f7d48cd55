import {
  UnpagedListQuery,
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
  @TextList({ of: exportedTypes, optional: true, description: 'Record types; absent: all' })
  types?: string[];

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    description: 'Position of the journal: only later changes are exported; absent: everything',
  })
  since?: number;

  @RecordId({
    optional: true,
    description:
      'Id of a user, who may be deleted: only the records and documents of that person are exported; absent: everything',
  })
  user?: number;

  @Flag({ default: false, description: 'Whether the content is compressed with gzip' })
  gzip!: boolean;
}

export class ExportsQuery extends PickAnnotatedType(UnpagedListQuery, [
  'updatedAt_min',
  'updatedAt_max',
  'since_id',
]) {
  @Sort(['id'], { default: 'id.desc' })
  sort!: string;
}
