import {
  computedField,
  withKeywords,
  objectField,
  instantField,
  recordListField,
  numberField,
  defineRecord,
  csvTableOfRecords,
  stringField,
  stringListField,
  tabularRecordResponse,
} from '../../../api';
import { actorKinds } from '../../../core/actor-context';
import {
  changeActions,
  listChangeKinds,
  importSenders,
  parseStoredActorKind,
} from '../../../database';
import { MAX_CHANGES } from './change.dto';
import type { PositionedEntry } from './change-filter';
import type { ChangesPage } from './journal-reader';

export const changeRecord = defineRecord<PositionedEntry>()('change', {
  ACTION: computedField({
    schema: () => ({ type: 'string', enum: [...changeActions] }),
    serialize: ({ action }) => action,
    needs: ['action'],
  }),
  AT: instantField('at'),
  BY: objectField({
    ID: withKeywords(numberField('byId'), {
      description:
        'Id of the key, user or configured action; for an import, that of its sender; 0 for the service and its command line',
    }),
    KIND: computedField({
      schema: () => ({ type: 'string', enum: [...actorKinds] }),
      serialize: ({ byKind }) => parseStoredActorKind(byKind).kind,
      needs: ['byKind'],
    }),
    NAME: stringField('byName'),
    SENDER: computedField({
      schema: () => ({
        type: 'string',
        enum: [...importSenders, ''],
        description:
          'For an import, whether `ID` is that of a key or a user; otherwise empty, also for imports from the command line',
      }),
      serialize: ({ byKind }) => parseStoredActorKind(byKind).sender,
      needs: ['byKind'],
    }),
  }),
  FIELDS: withKeywords(stringListField('fields'), {
    description:
      'Names of the changed fields, as requests have them; empty if the record is new or deleted, and for older entries',
  }),
  ID: numberField('recordId'),
  KIND: computedField({
    schema: () => ({
      type: 'string',
      'x-extensible-enum': listChangeKinds().map(({ name }) => name),
      description: 'Kind of the record; later versions add kinds, which clients ignore',
    }),
    serialize: ({ kind }) => kind,
    needs: ['kind'],
  }),
  OPERATION: stringField('operation'),
  PID: stringField({ from: ({ pId, path }) => path ?? pId ?? '', needs: ['pId', 'path'] }),
  POSITION: numberField('position'),
  REQUESTID: stringField('requestId'),
  VERSION: stringField({
    from: ({ version }) => (version === null ? '' : String(version)),
    needs: ['version'],
  }),
});

const changesRecord = defineRecord<ChangesPage>()('changes', {
  CHANGES: recordListField('changes', changeRecord),
  CURRENT: numberField('current'),
  NEXT: numberField('next'),
});

/** As a table it contains the changes only, with a link to the next page if there is one. */
export const changesResponse = tabularRecordResponse(changesRecord, {
  ...csvTableOfRecords(changeRecord, ({ changes }: ChangesPage) => changes),
  links: ({ next, current }, { link }) => ({
    NEXT: next < current ? link({ after: String(next) }) : '',
    PREVIOUS: '',
  }),
  paging: {
    parameters: ['limit'],
    largestPageQuery: { limit: MAX_CHANGES },
    nextPageQuery: ({ next, current }) => (next < current ? { after: next, wait: 0 } : undefined),
  },
});
