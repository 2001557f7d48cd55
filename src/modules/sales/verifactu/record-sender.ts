import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { createLoadPlan } from '../../../core/load-plan';
import { truncateToCodePoints } from '../../../core/text-folding';
import {
  anyOf,
  increment,
  whereEquals,
  whereAtMost,
  whereNull,
  whereIn,
  DataAccess,
} from '../../../database';
import {
  CustomMessageSender,
  createRetryableFailure,
  type SendResult,
} from '../../../platform/events/outbox';
import { VerifactuChain } from './entities/verifactu-chain.entity';
import { VerifactuRecord } from './entities/verifactu-record.entity';
import { VerifactuSubmission } from './entities/verifactu-submission.entity';
import { AeatClient } from './aeat-client';
import { ResponseRecorder } from './response-recorder';
import { ChainHighWaterMarks } from './chain-high-water-marks';
import { VERIFACTU_SENDER_NAME } from './record-sending-scheduler';
import { MessageRejectedError } from './message-xml';
import {
  messageRecordPlan,
  PendingRecordFinder,
  type SendingChain,
  sendingChainPlan,
  type RecordToSend,
} from './pending-records';

/** After this time another process may send the records of the chain. */
const LEASE_DURATION_MS = 60_000;
/** Longest pause between two attempts during an outage. */
const MAX_RETRY_DELAY_MS = 15 * 60_000;
/** Records that are sent later than this after they were made count as late: AEAT compares the times. */
const LATE_AFTER_MS = 240_000;
const MAX_ERROR_LENGTH = 500;

const submissionPlan = createLoadPlan(VerifactuSubmission, ['recordId']);

/**
 * Sends the records of a chain to AEAT, in their order. One process at a time sends those of a chain. A record whose
 * answer was lost is sent again, and AEAT answers that it is a duplicate.
 */
@Injectable()
@CustomMessageSender()
export class RecordSender implements CustomMessageSender {
  readonly senderName = VERIFACTU_SENDER_NAME;
  private readonly logger = new Logger(RecordSender.name);

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly pendingRecordFinder: PendingRecordFinder,
    private readonly responseRecorder: ResponseRecorder,
    private readonly aeatClient: AeatClient,
    private readonly marks: ChainHighWaterMarks,
  ) {}

  /** Sends the next records of a chain, if it may send now. It is called again until all records are answered. */
  async send(chainId: number): Promise<SendResult> {
    try {
      return await this.sendNextMessage(chainId);
    } catch (error) {
      // Without a time for the next attempt, the outbox would give up after some days.
      this.logger.error(`Records could not be sent: ${(error as Error).message}`);
      const nextAttemptAt = new Date(this.clock.now().getTime() + LEASE_DURATION_MS);
      return { ...createRetryableFailure('The database did not work'), nextAttemptAt };
    }
  }

  private async sendNextMessage(chainId: number): Promise<SendResult> {
    const chain = await this.dataAccess.loader.findById(VerifactuChain, chainId, sendingChainPlan);
    if (!chain) return { result: 'delivered', detail: 'The chain does not exist' };
    const now = this.clock.now();
    const waitUntil = laterOf(chain.nextAt, chain.leaseUntil);
    if (waitUntil > now)
      return createRescheduledResult('Waits until AEAT accepts the next message', waitUntil);
    if (!(await this.takeLease(chain, now))) {
      return createRescheduledResult(
        'Another process sends the records',
        new Date(now.getTime() + LEASE_DURATION_MS),
      );
    }
    const records = await this.claimNextRecords(chain);
    if (records.length === 0) return this.finishOutboxMessage(chain);
    const isSentLate = records.some((one) => this.isSentLate(chain, one));
    try {
      // Written before AEAT gets the records, so that a restored database without them is recognized.
      await this.marks.flush();
      const xml = records.map((one) => one.xml);
      const response = await this.aeatClient.send(chain, xml, isSentLate);
      await this.responseRecorder.storeResponse(chain, records, response);
      const nextAt = await this.recordAnsweredMessage(chain, response.waitSeconds);
      return createRescheduledResult(`${records.length} records were answered`, nextAt);
    } catch (error) {
      return error instanceof MessageRejectedError
        ? this.bisectRefusedMessage(chain, records, error)
        : this.recordFailedAttempt(chain, error as Error);
    }
  }

  /**
   * Finds the record that makes AEAT refuse a message, by sending half of the suspects with each message. A record
   * that is refused alone is stored as rejected.
   */
  private async bisectRefusedMessage(
    chain: SendingChain,
    records: readonly RecordToSend[],
    refusal: MessageRejectedError,
  ): Promise<SendResult> {
    const lastRecord = records.at(-1) as RecordToSend;
    this.logger.warn(
      `${chain.taxNumber}, records up to ${lastRecord.sequence}: ${refusal.message}`,
    );
    if (records.length === 1)
      await this.responseRecorder.storeRejection(chain, lastRecord, refusal);
    const patch = records.length === 1 ? {} : { suspectUntil: lastRecord.sequence };
    const nextAt = await this.recordAnsweredMessage(chain, chain.waitSeconds, patch);
    return createRescheduledResult(refusal.message, nextAt);
  }

  /** Only one process gets the lease of a chain. */
  private async takeLease({ id }: SendingChain, now: Date): Promise<boolean> {
    const freeLeaseConditions = [
      whereEquals('id', id),
      anyOf(whereNull('leaseUntil'), whereAtMost('leaseUntil', now)),
    ];
    const leaseUntil = new Date(now.getTime() + LEASE_DURATION_MS);
    const { unitOfWork, writer } = this.dataAccess;
    return (
      (await unitOfWork.run(() =>
        writer.update(VerifactuChain, freeLeaseConditions, { leaseUntil }),
      )) === 1
    );
  }

  /**
   * Returns the records of the next message, and stores that they are being sent. After a refusal, it takes half of the
   * suspects. Records that are sent late are not mixed with others.
   */
  private async claimNextRecords(chain: SendingChain): Promise<RecordToSend[]> {
    const { loader, writer, unitOfWork } = this.dataAccess;
    const ids = await this.pendingRecordFinder.listNextIds(chain);
    const nextRecords = await loader.listByIds(VerifactuRecord, ids, messageRecordPlan);
    const suspectRecords = nextRecords.filter(
      ({ sequence }) => sequence <= (chain.suspectUntil ?? 0),
    );
    const candidates =
      suspectRecords.length > 0
        ? suspectRecords.slice(0, Math.ceil(suspectRecords.length / 2))
        : nextRecords;
    const isFirstSentLate = candidates[0] && this.isSentLate(chain, candidates[0]);
    const endIndex = candidates.findIndex((one) => this.isSentLate(chain, one) !== isFirstSentLate);
    const records = endIndex < 0 ? candidates : candidates.slice(0, endIndex);
    if (records.length === 0) return [];
    const now = this.clock.now();
    await unitOfWork.run(async () => {
      const submittedIds = await this.findSubmittedIds(records.map(({ id }) => id));
      const unsubmittedRecords = records.filter(({ id }) => !submittedIds.has(id));
      const state = 'pending' as const;
      await writer.insert(
        VerifactuSubmission,
        unsubmittedRecords.map(({ id }) => ({
          recordId: id,
          state,
          isAccepted: false,
          attempts: 1,
          firstSentAt: now,
        })),
      );
      const resubmissionConditions = [whereIn('recordId', [...submittedIds])];
      if (submittedIds.size > 0) {
        await writer.update(VerifactuSubmission, resubmissionConditions, {
          attempts: increment(1),
        });
      }
    });
    return records;
  }

  /** Returns the ids of the records that were sent before. */
  private async findSubmittedIds(recordIds: readonly number[]): Promise<Set<number>> {
    const submissionConditions = [whereIn('recordId', recordIds)];
    const submissions = await this.dataAccess.loader.listWhere(
      VerifactuSubmission,
      submissionConditions,
      submissionPlan,
    );
    return new Set(submissions.map(({ recordId }) => recordId));
  }

  private isSentLate({ outageUntil }: SendingChain, { createdAt }: { createdAt: Date }): boolean {
    const isLate = this.clock.now().getTime() - createdAt.getTime() > LATE_AFTER_MS;
    return isLate || (outageUntil !== null && createdAt <= outageUntil);
  }

  /** Ends the message of a chain without pending records. */
  private finishOutboxMessage(chain: SendingChain): Promise<SendResult> {
    const { unitOfWork, writer } = this.dataAccess;
    return unitOfWork.run(async () => {
      // The lock keeps new records away until the message is known to be finished.
      await writer.lock(VerifactuChain, [chain.id]);
      const isEmpty = (await this.pendingRecordFinder.listNextIds(chain, 1)).length === 0;
      await writer.update(VerifactuChain, chain.id, { leaseUntil: null, isScheduled: !isEmpty });
      return isEmpty
        ? { result: 'delivered', detail: 'All records have been answered' }
        : createRescheduledResult('New records are waiting', chain.nextAt);
    });
  }

  /** @returns when the next message may be sent */
  private async recordAnsweredMessage(
    { id }: SendingChain,
    waitSeconds: number,
    extraColumns: Pick<Partial<VerifactuChain>, 'suspectUntil'> = {},
  ): Promise<Date> {
    const nextAt = new Date(this.clock.now().getTime() + waitSeconds * 1000);
    const patch = { leaseUntil: null, nextAt, waitSeconds, failures: 0, lastError: null };
    const { unitOfWork, writer } = this.dataAccess;
    await unitOfWork.run(() => writer.update(VerifactuChain, id, { ...patch, ...extraColumns }));
    return nextAt;
  }

  private async recordFailedAttempt(chain: SendingChain, error: Error): Promise<SendResult> {
    const { id, failures, waitSeconds, taxNumber } = chain;
    const now = this.clock.now();
    const retryDelayMs = Math.min(
      waitSeconds * 1000 * 2 ** Math.min(failures, 10),
      MAX_RETRY_DELAY_MS,
    );
    const nextAt = new Date(now.getTime() + retryDelayMs);
    const lastError = truncateToCodePoints(error.message, MAX_ERROR_LENGTH);
    this.logger.warn(`The records of ${taxNumber} could not be sent: ${lastError}`);
    const patch = {
      leaseUntil: null,
      nextAt,
      failures: increment(1),
      outageUntil: now,
      lastError,
    };
    const { unitOfWork, writer } = this.dataAccess;
    await unitOfWork.run(() => writer.update(VerifactuChain, id, patch));
    return { ...createRetryableFailure(lastError), nextAttemptAt: nextAt };
  }
}

function createRescheduledResult(detail: string, nextAttemptAt: Date): SendResult {
  return { result: 'delivered', detail, nextAttemptAt };
}

function laterOf(one: Date, other: Date | null): Date {
  return other && other > one ? other : one;
}
