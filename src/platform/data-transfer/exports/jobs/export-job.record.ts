import {
  computedField,
  instantField,
  numberField,
  defineRecord,
  stringField,
  stringListField,
} from '../../../../api';
import { type ExportJob, exportStates } from './export-job.entity';

export const exportRecord = defineRecord<ExportJob>()('export', {
  BYTES: numberField('bytes'),
  CREATEDAT: instantField('createdAt'),
  EXPIRESAT: instantField('expiresAt'),
  ID: numberField('id'),
  LINES: numberField('exportLines'),
  POSITION: numberField('position'),
  SHA256: stringField('sha256'),
  SINCE: numberField({ compute: ({ since }) => since ?? 0, columns: ['since'] }),
  STATE: computedField({
    schema: () => ({ type: 'string', enum: [...exportStates] }),
    serialize: ({ state }) => state,
    columns: ['state'],
  }),
  TYPES: stringListField('types'),
  UPDATEDAT: instantField('updatedAt'),
  USER: numberField({ compute: ({ userId }) => userId ?? 0, columns: ['userId'] }),
});
