import { bool, extendTable, longText, defineMigration } from './schema';

/** Whether an invoice or credit note is annulled, and why; null in older rows. */
export const Annulments = defineMigration(240, 'Annulments', [
  extendTable('documents', {
    columns: {
      annulled: bool({ nullable: true }),
      annulment_reason: longText({ nullable: true }),
    },
  }),
]);
