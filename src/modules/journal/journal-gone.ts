import { defineError } from '../../core/errors';

/** 410: what came after the position is not in the journal any more. */
export const JournalGone = defineError<{ after: number; swept: number }>({
  code: 'journal.gone',
  status: 410,
  title: 'The journal does not reach back so far',
  remedy: 'Note `CURRENT` of a call without `after`, read all records anew, then go on from there.',
  detail: ({ after, swept }) =>
    `What came after position ${after} is gone: the journal begins after ${swept}. Read all records anew.`,
  extension: ({ swept }) => ({ beginsAfter: swept }),
});
