import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { VerifactuChain } from './entities/verifactu-chain.entity';
import { VerifactuRecord } from './entities/verifactu-record.entity';

/** The columns of a chain that the sender reads. */
export const sendingPlan = createLoadPlan(VerifactuChain, [
  'taxNumber',
  'mode',
  'isOpen',
  'settled',
  'suspectUntil',
  'leaseUntil',
  'nextAt',
  'waitSeconds',
  'failures',
  'outageUntil',
]);
/** The columns of a record that the sender reads. */
export const messagePlan = createLoadPlan(VerifactuRecord, [
  'documentId',
  'createdAt',
  'sequence',
  'xml',
]);
export type SendingChain = Loaded<typeof sendingPlan>;
/** A record of a message. */
export type SentRecord = Loaded<typeof messagePlan>;
