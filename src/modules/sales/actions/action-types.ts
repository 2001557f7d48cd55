import type { StatusKind } from '../states';

/** A parameter of an action, as the intake's line and `STATUSES[].ACTIONS[].PARAMETERS` name it. */
export type ParameterName =
  'status' | 'subStatusPId' | 'groupPId' | 'url' | 'secretName' | 'to' | 'subject' | 'text';

/** What an action is configured with. */
export type ActionParameters = Readonly<Partial<Record<ParameterName, string | number>>>;

interface ActionType {
  readonly name: string;
  /** `ACTIONTYPE`; never given to another action. */
  readonly number: number;
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
  { name: 'CREATE_INVOICE', number: 1, kinds: ofOrders, ...nothing },
  { name: 'MARK_PAID', number: 2, kinds: ofOrders, ...nothing },
  {
    name: 'CHANGE_SHIPMENT_STATUS',
    number: 3,
    kinds: ofOrders,
    needs: ['status'],
    takes: ['subStatusPId'],
  },
  { name: 'CREATE_DELIVERY_NOTES', number: 4, kinds: ofOrders, ...nothing },
  { name: 'RESET_INTEGRATION', number: 5, kinds: ofAll, ...nothing },
  { name: 'SPEND_VOUCHERS', number: 6, kinds: ['order'], ...nothing },
  { name: 'RELEASE_VOUCHERS', number: 7, kinds: ['order'], ...nothing },
  { name: 'CHANGE_GROUP', number: 8, kinds: ofAll, needs: ['groupPId'], takes: [] },
  { name: 'NOTIFICATION', number: 9, kinds: ofAll, needs: ['url', 'secretName'], takes: [] },
  { name: 'SEND_MAIL', number: 10, kinds: ofAll, needs: ['to', 'subject', 'text'], takes: [] },
] as const satisfies readonly ActionType[];

export type ActionName = (typeof actionTypes)[number]['name'];

export const actionNames: readonly ActionName[] = actionTypes.map(({ name }) => name);

export function actionType(name: ActionName): ActionType {
  return actionTypes.find((one) => one.name === name) as ActionType;
}
