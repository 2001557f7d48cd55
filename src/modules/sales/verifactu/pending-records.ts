import { Injectable } from '@nestjs/common';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import {
  allOf,
  whereRelatedExists,
  whereEquals,
  whereAtLeast,
  whereIn,
  not,
  DataAccess,
} from '../../../database';
import { submissionStates } from '../documents/entities/verifactu-states';
import { VerifactuChain } from './entities/verifactu-chain.entity';
import { VerifactuRecord } from './entities/verifactu-record.entity';
import { VerifactuSubmission } from './entities/verifactu-submission.entity';

/** AEAT's limit of records in a message. */
const MAX_RECORDS_PER_MESSAGE = 1000;

const finalSubmissionStates = submissionStates.filter((state) => state !== 'pending');

/** The columns of a chain that the sender reads. */
export const sendingChainPlan = createLoadPlan(VerifactuChain, [
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
export type SendingChain = Loaded<typeof sendingChainPlan>;
/** A record of a message. */
export type RecordToSend = Loaded<typeof messageRecordPlan>;

/** The record has no final state yet. */
export const pendingRecordCondition = not(
  whereRelatedExists(VerifactuSubmission, 'recordId', [whereIn('state', finalSubmissionStates)]),
);

/** Finds the records that AEAT has not answered yet. */
@Injectable()
export class PendingRecordFinder {
  constructor(private readonly dataAccess: DataAccess) {}

  /** @returns the ids of the next pending records of a chain, in their order */
  listNextIds(
    { id, settled }: Pick<VerifactuChain, 'id' | 'settled'>,
    limit = MAX_RECORDS_PER_MESSAGE,
  ): Promise<number[]> {
    const conditions = [
      allOf(whereEquals('chainId', id), whereAtLeast('sequence', settled + 1)),
      pendingRecordCondition,
    ];
    return this.dataAccess.loader.listIds(VerifactuRecord, conditions, {
      order: [{ property: 'sequence' }],
      limit,
    });
  }
}
