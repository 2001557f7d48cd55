import {
  computedField,
  numericFlagField,
  instantField,
  numberField,
  defineRecord,
  stringField,
} from '../../../api';
import type { ShoppingList } from './shopping-list.entity';

/** A shopping list with its number of rows. */
export interface ShoppingListWithRowCount extends ShoppingList {
  readonly rowCount: number;
}

export const shoppingListRecord = defineRecord<ShoppingListWithRowCount>()('shoppingList', {
  DATEADDED: instantField('dateAdded'),
  DEFAULT: numericFlagField<ShoppingListWithRowCount>({
    compute: ({ defaultMarker }) => defaultMarker === 1,
    columns: ['defaultMarker'],
  }),
  ID: numberField('id'),
  NAME: stringField('name'),
  PID: stringField('pId'),
  // The service counts the rows.
  ROWS: computedField({
    schema: () => ({ type: 'integer' }),
    serialize: ({ rowCount }: ShoppingListWithRowCount) => rowCount,
    columns: [],
  }),
});
