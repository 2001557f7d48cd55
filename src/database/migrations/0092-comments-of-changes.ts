import { bigInt53, extendTable, longText, defineMigration, varchar } from './schema';

/** What is said with a change of state, and who made it: of those that are there nobody knows any more. */
export const CommentsOfChanges = defineMigration(92, 'CommentsOfChanges', [
  extendTable('document_statuses', {
    columns: {
      comment: longText({ nullable: true }),
      by_kind: varchar(16, { nullable: true }),
      by_id: bigInt53({ nullable: true }),
      by_name: varchar(255, { nullable: true }),
    },
  }),
]);
