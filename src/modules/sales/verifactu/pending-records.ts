import { Injectable } from '@nestjs/common';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import {
  allOf,
  hasRelatedViaExists,
  is,
  isAtLeast,
  isOneOf,
  not,
  DataAccess,
} from '../../../database';
import { submissionStates } from '../documents/entities/verifactu-states';
import { VerifactuChain } from './entities/verifactu-chain.entity';
import { VerifactuRecord } from './entities/verifactu-record.entity';
import { VerifactuSubmission } from './entities/verifactu-submission.entity';

/** AEAT's limit of records in a message. */
const MAX_RECORDS = 1000;

const finalStates = submissionStates.filter((state) => state !== 'pending');

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
export const messageRecordPlan = createLoadPlan(VerifactuRecord, [
  'documentId',
  'createdAt',
  'sequence',
  'xml',
]);
export type SendingChain = Loaded<typeof sendingPlan>;
/** A record of a message. */
export type SentRecord = Loaded<typeof messageRecordPlan>;

/** The record has no final state yet. */
export const isPendingRecord = not(
  hasRelatedViaExists(VerifactuSubmission, 'recordId', [isOneOf('state', finalStates)]),
);

/** Finds the records that AEAT has not answered yet. */
@Injectable()
export class PendingRecords {
  constructor(private readonly dataAccess: DataAccess) {}

  /** @returns the ids of the next pending records of a chain, in their order */
  listNext(
    { id, settled }: Pick<VerifactuChain, 'id' | 'settled'>,
    limit = MAX_RECORDS,
  ): Promise<number[]> {
    const conditions = [
      allOf(is('chainId', id), isAtLeast('sequence', settled + 1)),
      isPendingRecord,
    ];
    return this.dataAccess.loader.listIds(VerifactuRecord, conditions, {
      order: [{ property: 'sequence' }],
      limit,
    });
  }
}
