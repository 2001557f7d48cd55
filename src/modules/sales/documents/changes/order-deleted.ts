import { formatCode } from '../../../../core/code-list';
import { defineError } from '../../../../core/errors';
import { ORDER_PERMANENTLY_DELETED, stateCodes } from '../document-states';

/** 409: a deleted order can only be restored. */
export const OrderDeleted = defineError({
  code: 'order.deleted',
  status: 409,
  title: 'The order is deleted',
  remedy: 'Restore the order with `changeStatus` first.',
  detail: () =>
    `The order is in ${formatCode(stateCodes.order, ORDER_PERMANENTLY_DELETED)}. ` +
    'Restoring it with changeStatus is the only change allowed.',
});
