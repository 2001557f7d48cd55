import type { StatusKind } from '../states';

/** A parameter of an action, as the intake's line and `STATUSES[].ACTIONS[].PARAMETERS` name it. */
export type ParameterName =
  | 'status'
  | 'subStatusPId'
  | 'groupPId'
  | 'url'
  | 'secretName'
  | 'to'
  | 'subject'
  | 'text'
  | 'attach';

/** What an action is configured with. */
export type ActionParameters = Readonly<Partial<Record<ParameterName, string | number>>>;

interface ActionType {
  readonly name: string;
  /** Whose changes of state can set it off. */
  readonly kinds: readonly StatusKind[];
  readonly needs: readonly ParameterName[];
  /** Parameters that may be left out. */
  readonly takes: readonly ParameterName[];
}

const nothing = { needs: [], takes: [] } as const;
const ofOrders = ['order', 'shipment'] as const;
const ofAll = ['order', 'rma', 'shipment'] as const;

/** What a change of state can set off. */
export const actionTypes = [
  { name: 'CREATE_INVOICE', kinds: ofOrders, ...nothing },
  { name: 'MARK_PAID', kinds: ofOrders, ...nothing },
  {
    name: 'CHANGE_SHIPMENT_STATUS',
    kinds: ofOrders,
    needs: ['status'],
    takes: ['subStatusPId'],
  },
  { name: 'CREATE_DELIVERY_NOTES', kinds: ofOrders, ...nothing },
  { name: 'RESET_INTEGRATION', kinds: ofAll, ...nothing },
  { name: 'SPEND_VOUCHERS', kinds: ['order'], ...nothing },
  { name: 'RELEASE_VOUCHERS', kinds: ['order'], ...nothing },
  { name: 'CHANGE_GROUP', kinds: ofAll, needs: ['groupPId'], takes: [] },
  { name: 'NOTIFICATION', kinds: ofAll, needs: ['url', 'secretName'], takes: [] },
  { name: 'SEND_MAIL', kinds: ofAll, needs: ['to', 'subject', 'text'], takes: ['attach'] },
] as const satisfies readonly ActionType[];

export type ActionName = (typeof actionTypes)[number]['name'];

export const actionNames: readonly ActionName[] = actionTypes.map(({ name }) => name);

export function actionType(name: ActionName): ActionType {
  return actionTypes.find((one) => one.name === name) as ActionType;
}
