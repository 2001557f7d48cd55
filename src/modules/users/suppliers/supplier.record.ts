import {
  booleanField,
  codeField,
  recordListField,
  defineRecord,
  relationReferenceField,
  stringField,
} from '../../../api';
import { supplierItemTypeCodes } from './supplier-item-type';
import type { User } from '../users/user.entity';
import type { SupplierItem } from './supplier-item.entity';

export const supplierItemRecord = defineRecord<SupplierItem>()('supplierItem', {
  ITEM: relationReferenceField('element'),
  ITEMTYPE: codeField('itemType', supplierItemTypeCodes),
});

/** A user as a supplier. A user that isn't one reads as inactive and empty. */
export const supplierRecord = defineRecord<User>()('supplier', {
  ACTIVE: booleanField('supplierActive'),
  ITEMS: recordListField('supplierItems', supplierItemRecord),
  LOGO: stringField('supplierLogo'),
  PID: stringField<User>({
    compute: ({ supplier, pId }) => (supplier ? pId : ''),
    columns: ['supplier', 'pId'],
  }),
});
