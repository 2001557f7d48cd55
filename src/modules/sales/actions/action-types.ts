import type { StatefulRecordKind } from '../states';

/** Name of an action's parameter in import records and in `STATUSES[].ACTIONS[].PARAMETERS`. */
export type ActionParameterName =
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
export type ActionParameters = Readonly<Partial<Record<ActionParameterName, string | number>>>;

interface ActionType {
  readonly name: string;
  /** Kinds of records whose state changes can start the action. */
  readonly recordKinds: readonly StatefulRecordKind[];
  readonly requiredParameters: readonly ActionParameterName[];
  /** Optional parameters. */
  readonly optionalParameters: readonly ActionParameterName[];
}

const NO_PARAMETERS = { requiredParameters: [], optionalParameters: [] } as const;
const orderAndShipmentKinds = ['order', 'shipment'] as const;
const allKinds = ['order', 'rma', 'shipment'] as const;

/** The actions that a state change can start. */
export const actionTypes = [
  { name: 'CREATE_INVOICE', recordKinds: orderAndShipmentKinds, ...NO_PARAMETERS },
  { name: 'MARK_PAID', recordKinds: orderAndShipmentKinds, ...NO_PARAMETERS },
  {
    name: 'CHANGE_SHIPMENT_STATUS',
    recordKinds: orderAndShipmentKinds,
    requiredParameters: ['status'],
    optionalParameters: ['subStatusPId'],
  },
  { name: 'CREATE_DELIVERY_NOTES', recordKinds: orderAndShipmentKinds, ...NO_PARAMETERS },
  { name: 'RESET_INTEGRATION', recordKinds: allKinds, ...NO_PARAMETERS },
  { name: 'SPEND_VOUCHERS', recordKinds: ['order'], ...NO_PARAMETERS },
  { name: 'RELEASE_VOUCHERS', recordKinds: ['order'], ...NO_PARAMETERS },
  {
    name: 'CHANGE_GROUP',
    recordKinds: allKinds,
    requiredParameters: ['groupPId'],
    optionalParameters: [],
  },
  {
    name: 'NOTIFICATION',
    recordKinds: allKinds,
    requiredParameters: ['url', 'secretName'],
    optionalParameters: [],
  },
  {
    name: 'SEND_MAIL',
    recordKinds: allKinds,
    requiredParameters: ['to', 'subject', 'text'],
    optionalParameters: ['attach'],
  },
] as const satisfies readonly ActionType[];

export type ActionName = (typeof actionTypes)[number]['name'];

export const actionNames: readonly ActionName[] = actionTypes.map(({ name }) => name);

export function getActionType(name: ActionName): ActionType {
  return actionTypes.find((one) => one.name === name) as ActionType;
}
