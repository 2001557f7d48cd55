import type { StatefulRecordKind } from '../states';

/** Name of an action's parameter in import records and in `STATUSES[].ACTIONS[].PARAMETERS`. */
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

/** Parameters of a configured action. */
export type ActionParameters = Readonly<Partial<Record<ParameterName, string | number>>>;

interface ActionType {
  readonly name: string;
  /** Kinds of records whose state changes can start the action. */
  readonly kinds: readonly StatefulRecordKind[];
  readonly requiredParameters: readonly ParameterName[];
  /** Optional parameters. */
  readonly optionalParameters: readonly ParameterName[];
}

const NO_PARAMETERS = { requiredParameters: [], optionalParameters: [] } as const;
const orderKinds = ['order', 'shipment'] as const;
const allKinds = ['order', 'rma', 'shipment'] as const;

/** The actions that a state change can start. */
export const actionTypes = [
  { name: 'CREATE_INVOICE', kinds: orderKinds, ...NO_PARAMETERS },
  { name: 'MARK_PAID', kinds: orderKinds, ...NO_PARAMETERS },
  {
    name: 'CHANGE_SHIPMENT_STATUS',
    kinds: orderKinds,
    requiredParameters: ['status'],
    optionalParameters: ['subStatusPId'],
  },
  { name: 'CREATE_DELIVERY_NOTES', kinds: orderKinds, ...NO_PARAMETERS },
  { name: 'RESET_INTEGRATION', kinds: allKinds, ...NO_PARAMETERS },
  { name: 'SPEND_VOUCHERS', kinds: ['order'], ...NO_PARAMETERS },
  { name: 'RELEASE_VOUCHERS', kinds: ['order'], ...NO_PARAMETERS },
  {
    name: 'CHANGE_GROUP',
    kinds: allKinds,
    requiredParameters: ['groupPId'],
    optionalParameters: [],
  },
  {
    name: 'NOTIFICATION',
    kinds: allKinds,
    requiredParameters: ['url', 'secretName'],
    optionalParameters: [],
  },
  {
    name: 'SEND_MAIL',
    kinds: allKinds,
    requiredParameters: ['to', 'subject', 'text'],
    optionalParameters: ['attach'],
  },
] as const satisfies readonly ActionType[];

export type ActionName = (typeof actionTypes)[number]['name'];

export const actionNames: readonly ActionName[] = actionTypes.map(({ name }) => name);

export function getActionType(name: ActionName): ActionType {
  return actionTypes.find((one) => one.name === name) as ActionType;
}
