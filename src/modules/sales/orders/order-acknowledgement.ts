import { DomainError, defineError } from '../../../core/errors';
import type { DocumentState, StateChange } from '../documents/status-changes';
import type { FoundSubStatuses } from '../statuses/sub-statuses';
import type { ReceivedDto } from './order.dto';

/** 409: the order is not in the version that was acknowledged. */
export const VersionChanged = defineError<{ version: string; current: number }>({
  code: 'version.changed',
  status: 409,
  title: 'The order has changed since',
  detail: ({ version, current }) =>
    `The order is in version ${current}, not ${version}. Read it again before you acknowledge it.`,
  pointer: () => '/orders/version',
});

/** 409: an order that was deleted can only be brought back. */
export const OrderDeleted = defineError({
  code: 'order.deleted',
  status: 409,
  title: 'The order is deleted',
  detail: () =>
    'The order is in -11. It can be brought back by changeStatus; nothing else is allowed.',
});

/** 409: an order with an invoice stays. */
export const OrderInvoiced = defineError<{ status: number }>({
  code: 'order.invoiced',
  status: 409,
  title: 'The order has an invoice',
  detail: ({ status }) => `An order with an invoice can't go to ${status}.`,
});

/** States that an invoiced order can't go to. */
export const withoutInvoice: ReadonlySet<number> = new Set([6, -1, -11]);

const DELETED = -11;
const INCOMING = 1;
const IN_PROCESS = 2;

/** What is known of an order that is acknowledged. */
export interface OrderState extends DocumentState {
  readonly id: number;
  readonly pId: string;
  readonly version: number;
  readonly invoiced: boolean;
}

/**
 * What an acknowledgement does to an order (specification, Export): marks it exported and, where a status is
 * given or it is Incoming, changes that.
 * @returns the change, 'unchanged' when it is exported already and no other state is asked for, or why not
 */
export function acknowledge(
  order: OrderState,
  { status, subStatusId, version }: ReceivedDto,
  subStatuses: FoundSubStatuses,
): StateChange | 'unchanged' | DomainError {
  const target =
    status ?? (order.status === INCOMING && !order.exported ? IN_PROCESS : order.status);
  const subStatus = subStatusOf(order, target, subStatusId, subStatuses);
  if (subStatus instanceof DomainError) return subStatus;
  const isSame = target === order.status && subStatus === order.subStatusId;
  if (order.exported && isSame) return 'unchanged';
  if (order.status === DELETED) return new OrderDeleted();
  if (version !== undefined && version !== String(order.version)) {
    return new VersionChanged({ version, current: order.version });
  }
  if (!isSame && order.invoiced && withoutInvoice.has(target)) {
    return new OrderInvoiced({ status: target });
  }
  const { id, exported } = order;
  return {
    id,
    version: order.version,
    from: { status: order.status, subStatusId: order.subStatusId, exported },
    to: { status: target, subStatusId: subStatus, exported: true },
  };
}

/** Without one given, the sub-status stays as long as the status does. */
function subStatusOf(
  order: OrderState,
  target: number,
  subStatusId: number | undefined,
  subStatuses: FoundSubStatuses,
): number | null | DomainError {
  if (subStatusId === undefined) return target === order.status ? order.subStatusId : null;
  if (subStatusId === 0) return null;
  return subStatuses.below({ id: subStatusId }, 'order', target, '/orders/subStatusId');
}
