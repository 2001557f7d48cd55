import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { VerifactuChain } from './entities/verifactu-chain.entity';
import { VerifactuRecord } from './entities/verifactu-record.entity';

/** What the sender reads of a chain. */
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
/** What the sender reads of a record. */
export const messagePlan = createLoadPlan(VerifactuRecord, [
  'documentId',
  'createdAt',
  'sequence',
  'xml',
]);
export type SendingChain = Loaded<typeof sendingPlan>;
/** A record of a message. */
export type SentRecord = Loaded<typeof messagePlan>;
