import { computedField, flagField, instantField, numberField, defineRecord, stringField } from '../../../api';
import type { ShoppingList } from './shopping-list.entity';

/** A list with the number of its rows. */
export interface CountedList extends ShoppingList {
  readonly rowCount: number;
}

export const shoppingListRecord = defineRecord<CountedList>()('shoppingList', {
  DATEADDED: instantField('dateAdded'),
  DEFAULT: flagField<CountedList>({
    from: ({ defaultMarker }) => defaultMarker === 1,
    needs: ['defaultMarker'],
  }),
  ID: numberField('id'),
  NAME: stringField('name'),
  PID: stringField('pId'),
  // Counted by the service.
  ROWS: computedField({
    schema: () => ({ type: 'integer' }),
    write: ({ rowCount }: CountedList) => rowCount,
    needs: [],
  }),
});
