import { objectField, instantField, recordListField, numberField, record, stringField } from '../../../api';
import type { RowBundleOption, RowOption, ShoppingListRow } from './shopping-list.entity';

const optionValueRecord = record<RowOption['values'][number]>()('shoppingOptionValue', {
  VALUE: numberField('value'),
});

const optionRecord = record<RowOption>()('shoppingOption', {
  ID: numberField('id'),
  VALUES: recordListField('values', optionValueRecord, { in: 'column' }),
});

const bundleOptionRecord = record<RowBundleOption>()('shoppingBundleOption', {
  ID: numberField('id'),
  OPTIONS: recordListField('options', optionRecord, { in: 'column' }),
});

export const shoppingListRowRecord = record<ShoppingListRow>()(
  'shoppingListRow',
  {
    COMMENT: stringField('comment'),
    DATEADDED: instantField('dateAdded'),
    ID: numberField('id'),
    IMPORTANCE: stringField('importance'),
    PID: stringField('pId'),
    PRIORITY: numberField('priority'),
    QUANTITY: numberField('quantity'),
    REFERENCE: objectField({
      BUNDLEOPTIONS: recordListField('bundleOptions', bundleOptionRecord, { in: 'column' }),
      ID: numberField<ShoppingListRow>('referenceId'),
      PRODUCTOPTIONS: recordListField('productOptions', optionRecord, { in: 'column' }),
      TYPE: stringField('referenceType'),
    }),
    UPDATEDAT: instantField('updatedAt'),
  },
  { extensions: ['UPDATEDAT'] },
);
