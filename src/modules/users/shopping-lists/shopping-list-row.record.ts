import {
  objectField,
  instantField,
  recordListField,
  numberField,
  quantityField,
  defineRecord,
  stringField,
} from '../../../api';
import type {
  ShoppingListRowBundleOption,
  ShoppingListRowOption,
  ShoppingListRow,
} from './shopping-list.entity';

/** Quantities are stored in thousandths. */
export const THOUSANDTHS_PER_UNIT = 1000;

const optionValueRecord = defineRecord<ShoppingListRowOption['values'][number]>()(
  'shoppingOptionValue',
  {
    VALUE: numberField('value'),
  },
);

const optionRecord = defineRecord<ShoppingListRowOption>()('shoppingOption', {
  ID: numberField('id'),
  VALUES: recordListField('values', optionValueRecord, { storage: 'column' }),
});

const bundleOptionRecord = defineRecord<ShoppingListRowBundleOption>()('shoppingBundleOption', {
  ID: numberField('id'),
  OPTIONS: recordListField('options', optionRecord, { storage: 'column' }),
});

export const shoppingListRowRecord = defineRecord<ShoppingListRow>()(
  { name: 'shoppingListRow', extensions: ['UPDATEDAT'] },
  {
    COMMENT: stringField('comment'),
    DATEADDED: instantField('dateAdded'),
    ID: numberField('id'),
    IMPORTANCE: stringField({
      compute: ({ importanceText, importance }) => importanceText ?? importance,
      columns: ['importanceText', 'importance'],
    }),
    PID: stringField('pId'),
    PRIORITY: numberField('priority'),
    // Rows of the previous version have only the rounded column.
    QUANTITY: quantityField({
      compute: ({ exactQuantity, quantity }) => exactQuantity ?? quantity * THOUSANDTHS_PER_UNIT,
      columns: ['exactQuantity', 'quantity'],
    }),
    REFERENCE: objectField({
      BUNDLEOPTIONS: recordListField('bundleOptions', bundleOptionRecord, { storage: 'column' }),
      ID: numberField<ShoppingListRow>('referenceId'),
      PRODUCTOPTIONS: recordListField('productOptions', optionRecord, { storage: 'column' }),
      TYPE: stringField<ShoppingListRow>({
        compute: ({ referenceTypeText, referenceType }) => referenceTypeText ?? referenceType,
        columns: ['referenceTypeText', 'referenceType'],
      }),
    }),
    UPDATEDAT: instantField('updatedAt'),
  },
);
