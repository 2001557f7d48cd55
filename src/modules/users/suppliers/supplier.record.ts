import { bool, code, list, record, refTo, str } from '../../../api';
import { supplierItemTypeCodes } from './supplier-item-type';
import type { User } from '../users/user.entity';
import type { SupplierItem } from './supplier-item.entity';

export const supplierItemRecord = record<SupplierItem>()('supplierItem', {
  ITEM: refTo('element'),
  ITEMTYPE: code('itemType', supplierItemTypeCodes),
});

/** A user as a supplier; one that is none is inactive and empty. */
export const supplierRecord = record<User>()('supplier', {
  ACTIVE: bool('supplierActive'),
  ITEMS: list('supplierItems', supplierItemRecord),
  LOGO: str('supplierLogo'),
  PID: str<User>({
    from: ({ supplier, pId }) => (supplier ? pId : ''),
    needs: ['supplier', 'pId'],
  }),
});
