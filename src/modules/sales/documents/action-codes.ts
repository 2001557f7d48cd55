import { defineCodes, defineCodesFromConstants } from '../../../core/code-list';

/** `ACTIONTYPE`: the actions that a change of state can start. A number is never reused for another action. */
export const actionCodes = defineCodes([
  [1, 'CREATE_INVOICE'],
  [2, 'MARK_PAID'],
  [3, 'CHANGE_SHIPMENT_STATUS'],
  [4, 'CREATE_DELIVERY_NOTES'],
  [5, 'RESET_INTEGRATION'],
  [6, 'SPEND_VOUCHERS'],
  [7, 'RELEASE_VOUCHERS'],
  [8, 'CHANGE_GROUP'],
  [9, 'NOTIFICATION'],
  [10, 'SEND_MAIL'],
]);

/** `HISTORYACTIONSTATUS`: the state of an action's run. */
export const actionRunStates = { pending: 0, done: 1, failed: 2 } as const;
export type ActionRunState = (typeof actionRunStates)[keyof typeof actionRunStates];
export const actionRunStateCodes = defineCodesFromConstants(actionRunStates);
