import { bool, list, num, rate, record, str } from '../../../api';
import type { User } from '../users/user.entity';

const customerRecord = record<User>()('salesAgentCustomer', { ID: num('id'), PID: str('pId') });

/** A user as a sales agent; one that is none is inactive and empty. */
export const salesAgentRecord = record<User>()('salesAgent', {
  ACTIVE: bool('agent'),
  PERCENTCOMMISSION: rate('agentCommission'),
  USERS: list('customers', customerRecord),
});
