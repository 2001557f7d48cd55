import {
  booleanField,
  recordListField,
  numberField,
  rateField,
  defineRecord,
  stringField,
} from '../../../api';
import type { User } from '../users/user.entity';

const customerRecord = defineRecord<User>()('salesAgentCustomer', {
  ID: numberField('id'),
  PID: stringField('pId'),
});

/** A user as a sales agent. A user that isn't one reads as inactive and empty. */
export const salesAgentRecord = defineRecord<User>()('salesAgent', {
  ACTIVE: booleanField('agent'),
  PERCENTCOMMISSION: rateField('agentCommission'),
  USERS: recordListField('customers', customerRecord),
});
