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
export interface ShoppingListWithCount extends ShoppingList {
  readonly rowCount: number;
}

export const shoppingListRecord = defineRecord<ShoppingListWithCount>()('shoppingList', {
  DATEADDED: instantField('dateAdded'),
  DEFAULT: numericFlagField<ShoppingListWithCount>({
    from: ({ defaultMarker }) => defaultMarker === 1,
    needs: ['defaultMarker'],
  }),
  ID: numberField('id'),
  NAME: stringField('name'),
  PID: stringField('pId'),
  // The service counts the rows.
  ROWS: computedField({
    schema: () => ({ type: 'integer' }),
    serialize: ({ rowCount }: ShoppingListWithCount) => rowCount,
    needs: [],
  }),
});
