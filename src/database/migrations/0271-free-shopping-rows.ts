import { defineMigration, extendTable, quantity, varchar } from './schema';

/** Free texts and fractions in the rows of shopping lists. */
export const FreeShoppingRows = defineMigration(271, 'FreeShoppingRows', [
  extendTable('shopping_list_rows', {
    columns: {
      importance_text: varchar(255, { nullable: true }),
      exact_quantity: quantity({ nullable: true }),
      reference_type_text: varchar(255, { nullable: true }),
    },
  }),
]);
