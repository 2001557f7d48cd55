import { defineError } from '../../core/errors';

/** How far the journal reaches: up to which position it was swept, and the last one that was given. */
interface Reach {
  readonly swept: number;
  readonly last: number;
}

/** 410: what came after the position is not in the journal any more, or the position is of another journal. */
export const JournalGone = defineError<Reach & { readonly after: number }>({
  code: 'journal.gone',
  status: 410,
  title: 'The journal does not hold that position',
  remedy: 'Note `CURRENT` of a call without `after`, read all records anew, then go on from there.',
  detail: ({ after, swept, last }) =>
    after > last
      ? `The journal has come to ${last} only: ${after} was a position before a backup was restored, or of another store. Read all records anew.`
      : `What came after position ${after} is gone: the journal begins after ${swept}. Read all records anew.`,
  extension: ({ swept }) => ({ beginsAfter: swept }),
});

/** @throws JournalGone for a position from which nobody can go on */
export function requireReach(after: number, { swept, last }: Reach): void {
  if (after < swept || after > last) throw new JournalGone({ after, swept, last });
}
