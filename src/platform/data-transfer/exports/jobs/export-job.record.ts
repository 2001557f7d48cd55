import { computed, instant, num, record, str, strings } from '../../../../api';
import { type ExportJob, exportStates } from './export-job.entity';

export const exportRecord = record<ExportJob>()('export', {
  BYTES: num('bytes'),
  CREATEDAT: instant('createdAt'),
  EXPIRESAT: instant('expiresAt'),
  ID: num('id'),
  LINES: num('exportLines'),
  POSITION: num('position'),
  SHA256: str('sha256'),
  SINCE: num({ from: ({ since }) => since ?? 0, needs: ['since'] }),
  STATE: computed({
    schema: () => ({ type: 'string', enum: [...exportStates] }),
    write: ({ state }) => state,
    needs: ['state'],
  }),
  TYPES: strings('types'),
  UPDATEDAT: instant('updatedAt'),
  USER: num({ from: ({ userId }) => userId ?? 0, needs: ['userId'] }),
});
