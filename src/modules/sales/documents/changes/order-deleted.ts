import { formatCode } from '../../../../core/codes';
import { defineError } from '../../../../core/errors';
import { ORDER_DELETED, stateCodes } from '../document-states';

/** 409: an order that was deleted can only be brought back. */
export const OrderDeleted = defineError({
  code: 'order.deleted',
  status: 409,
  title: 'The order is deleted',
  remedy: 'Bring the order back by `changeStatus` first.',
  detail: () =>
    `The order is in ${formatCode(stateCodes.order, ORDER_DELETED)}. It can be brought back by changeStatus; ` +
    'nothing else is allowed.',
});
