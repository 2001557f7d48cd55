import {
  objectField,
  instantField,
  recordListField,
  numberField,
  defineRecord,
  stringField,
} from '../../../api';
import type {
  ShoppingListRowBundleOption,
  ShoppingListRowOption,
  ShoppingListRow,
} from './shopping-list.entity';

const optionValueRecord = defineRecord<ShoppingListRowOption['values'][number]>()(
  'shoppingOptionValue',
  {
    VALUE: numberField('value'),
  },
);

const optionRecord = defineRecord<ShoppingListRowOption>()('shoppingOption', {
  ID: numberField('id'),
  VALUES: recordListField('values', optionValueRecord, { in: 'column' }),
});

const bundleOptionRecord = defineRecord<ShoppingListRowBundleOption>()('shoppingBundleOption', {
  ID: numberField('id'),
  OPTIONS: recordListField('options', optionRecord, { in: 'column' }),
});

export const shoppingListRowRecord = defineRecord<ShoppingListRow>()(
  { name: 'shoppingListRow', extensions: ['UPDATEDAT'] },
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
);
