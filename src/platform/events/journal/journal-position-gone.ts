import { defineError } from '../../../core/errors';

/** Range of the journal: the position up to which it was deleted, and the last assigned one. */
interface JournalBounds {
  readonly lastDeleted: number;
  readonly last: number;
}

/** 410: later changes have been deleted from the journal, or the position belongs to another journal. */
export const JournalPositionGone = defineError<JournalBounds & { readonly after: number }>({
  code: 'journal.gone',
  status: 410,
  title: "The journal doesn't contain that position",
  remedy:
    'Store `CURRENT` of a request without `after`, read all records again, then continue from that position.',
  detail: ({ after, lastDeleted, last }) =>
    after > last
      ? `The last position of the journal is ${last}: position ${after} is from before a backup was restored, or from another store.`
      : `Changes after position ${after} have been deleted: the journal starts after ${lastDeleted}.`,
  extensionMembers: ({ lastDeleted }) => ({ beginsAfter: lastDeleted }),
});

/** @throws JournalPositionGone for a position from which changes can't be continued */
export function requirePositionInJournal(
  after: number,
  { lastDeleted, last }: JournalBounds,
): void {
  if (after < lastDeleted || after > last)
    throw new JournalPositionGone({ after, lastDeleted, last });
}
