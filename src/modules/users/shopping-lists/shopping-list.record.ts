import { computed, flag, instant, num, record, str } from '../../../api';
import type { ShoppingList } from './shopping-list.entity';

/** A list with the number of its rows. */
export interface CountedList extends ShoppingList {
  readonly rowCount: number;
}

export const shoppingListRecord = record<CountedList>()('shoppingList', {
  DATEADDED: instant('dateAdded'),
  DEFAULT: flag<CountedList>({
    from: ({ defaultMarker }) => defaultMarker === 1,
    needs: ['defaultMarker'],
  }),
  ID: num('id'),
  NAME: str('name'),
  PID: str('pId'),
  // Counted by the service.
  ROWS: computed({
    schema: () => ({ type: 'integer' }),
    write: ({ rowCount }: CountedList) => rowCount,
    needs: [],
  }),
});
