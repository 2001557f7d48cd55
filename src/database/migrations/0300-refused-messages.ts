import { bigInt53, defineMigration, extendTable } from './schema';

/** Sequence number up to which a pending record makes AEAT refuse whole messages. */
export const RefusedMessages = defineMigration(300, 'RefusedMessages', [
  extendTable('verifactu_chains', { columns: { suspect_until: bigInt53({ nullable: true }) } }),
]);
