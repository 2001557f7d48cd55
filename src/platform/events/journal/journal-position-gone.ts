import { defineError } from '../../../core/errors';

/** How far the journal reaches: the position up to which it was swept, and the last one that was given. */
interface JournalBounds {
  readonly swept: number;
  readonly last: number;
}

/** 410: what came after the position is no longer in the journal, or the position is of another journal. */
export const JournalPositionGone = defineError<JournalBounds & { readonly after: number }>({
  code: 'journal.gone',
  status: 410,
  title: 'The journal does not hold that position',
  remedy:
    'Note `CURRENT` of a call without `after`, read all records again, then go on from that position.',
  detail: ({ after, swept, last }) =>
    after > last
      ? `The journal has only come to ${last}: position ${after} is from before a backup was restored, or of another store. Read all records again.`
      : `What came after position ${after} is gone: the journal begins after ${swept}. Read all records again.`,
  extension: ({ swept }) => ({ beginsAfter: swept }),
});

/** @throws JournalPositionGone for a position from which nobody can go on */
export function requirePositionInJournal(after: number, { swept, last }: JournalBounds): void {
  if (after < swept || after > last) throw new JournalPositionGone({ after, swept, last });
}
