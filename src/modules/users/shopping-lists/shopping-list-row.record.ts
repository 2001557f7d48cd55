import { group, instant, list, num, record, str } from '../../../api';
import type { RowBundleOption, RowOption, ShoppingListRow } from './shopping-list.entity';

const optionValueRecord = record<RowOption['values'][number]>()('shoppingOptionValue', {
  VALUE: num('value'),
});

const optionRecord = record<RowOption>()('shoppingOption', {
  ID: num('id'),
  VALUES: list('values', optionValueRecord, { in: 'column' }),
});

const bundleOptionRecord = record<RowBundleOption>()('shoppingBundleOption', {
  ID: num('id'),
  OPTIONS: list('options', optionRecord, { in: 'column' }),
});

export const shoppingListRowRecord = record<ShoppingListRow>()(
  'shoppingListRow',
  {
    COMMENT: str('comment'),
    DATEADDED: instant('dateAdded'),
    ID: num('id'),
    IMPORTANCE: str('importance'),
    PID: str('pId'),
    PRIORITY: num('priority'),
    QUANTITY: num('quantity'),
    REFERENCE: group({
      BUNDLEOPTIONS: list('bundleOptions', bundleOptionRecord, { in: 'column' }),
      ID: num<ShoppingListRow>('referenceId'),
      PRODUCTOPTIONS: list('productOptions', optionRecord, { in: 'column' }),
      TYPE: str('referenceType'),
    }),
    UPDATEDAT: instant('updatedAt'),
  },
  { extensions: ['UPDATEDAT'] },
);
