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
  listJournalEntryKinds,
  importSenderKinds,
  parseStoredActorKind,
} from '../../../database';
import { MAX_CHANGES_PER_PAGE } from './change.dto';
import type { PositionedJournalEntry } from './change-filter';
import type { ChangesPage } from './journal-reader';

export const changeRecord = defineRecord<PositionedJournalEntry>()('change', {
  ACTION: computedField({
    schema: () => ({ type: 'string', enum: [...changeActions] }),
    serialize: ({ action }) => action,
    columns: ['action'],
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
      columns: ['byKind'],
    }),
    NAME: stringField('byName'),
    SENDER: computedField({
      schema: () => ({
        type: 'string',
        enum: [...importSenderKinds, ''],
        description:
          'For an import, whether `ID` is that of a key or a user; otherwise empty, also for imports from the command line',
      }),
      serialize: ({ byKind }) => parseStoredActorKind(byKind).sender,
      columns: ['byKind'],
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
      'x-extensible-enum': listJournalEntryKinds().map(({ name }) => name),
      description: 'Kind of the record; later versions add kinds, which clients ignore',
    }),
    serialize: ({ kind }) => kind,
    columns: ['kind'],
  }),
  OPERATION: stringField('operation'),
  PID: stringField({ compute: ({ pId, path }) => path ?? pId ?? '', columns: ['pId', 'path'] }),
  POSITION: numberField('position'),
  REQUESTID: stringField('requestId'),
  VERSION: stringField({
    compute: ({ version }) => (version === null ? '' : String(version)),
    columns: ['version'],
  }),
});

const changesRecord = defineRecord<ChangesPage>()('changes', {
  CHANGES: recordListField('changes', changeRecord),
  CURRENT: numberField('current'),
  NEXT: numberField('next'),
});

/** As a CSV table, the response contains only the changes, with a link to the next page if there is one. */
export const changesResponse = tabularRecordResponse(changesRecord, {
  ...csvTableOfRecords(changeRecord, ({ changes }: ChangesPage) => changes),
  createLinks: ({ next, current }, { createLink }) => ({
    NEXT: next < current ? createLink({ after: String(next) }) : '',
    PREVIOUS: '',
  }),
  paging: {
    pageParameters: ['limit'],
    largestPageQuery: { limit: MAX_CHANGES_PER_PAGE },
    getNextPageQuery: ({ next, current }) =>
      next < current ? { after: next, wait: 0 } : undefined,
  },
});
