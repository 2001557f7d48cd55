import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { createLoadPlan } from '../../../core/load-plan';
import { truncateToCodePoints } from '../../../core/text';
import { anyOf, increment, is, isAtMost, isNull, isOneOf, DataAccess } from '../../../database';
import { MessageSender, retryableFailure, type SendResult } from '../../../platform/events/outbox';
import { VerifactuChain } from './entities/verifactu-chain.entity';
import { VerifactuRecord } from './entities/verifactu-record.entity';
import { VerifactuSubmission } from './entities/verifactu-submission.entity';
import { AeatClient } from './aeat-client';
import { ResponseRecorder } from './response-recorder';
import { ChainHighWaterMarks } from './chain-high-water-marks';
import { VERIFACTU_SENDER } from './message-scheduler';
import { MessageRejected } from './message-xml';
import {
  messageRecordPlan,
  PendingRecords,
  type SendingChain,
  sendingPlan,
  type SentRecord,
} from './pending-records';

/** After this time another process may send the records of the chain. */
const LEASE_MS = 60_000;
/** Longest pause between two attempts during an outage. */
const MAX_PAUSE_MS = 15 * 60_000;
/** Records that are sent later than this after they were made count as late: AEAT compares the times. */
const LATE_MS = 240_000;
const MAX_ERROR_LENGTH = 500;

const knownPlan = createLoadPlan(VerifactuSubmission, ['recordId']);

/**
 * Sends the records of a chain to AEAT, in their order. One process at a time sends those of a chain. A record whose
 * answer was lost is sent again, and AEAT answers that it is a duplicate.
 */
@Injectable()
@MessageSender()
export class RecordSender implements MessageSender {
  readonly senderName = VERIFACTU_SENDER;
  private readonly logger = new Logger(RecordSender.name);

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly pending: PendingRecords,
    private readonly responses: ResponseRecorder,
    private readonly aeat: AeatClient,
    private readonly marks: ChainHighWaterMarks,
  ) {}

  /** Sends the next records of a chain, if it may send now. It is called again until all records are answered. */
  async send(chainId: number): Promise<SendResult> {
    try {
      return await this.sendNext(chainId);
    } catch (error) {
      // Without a time for the next attempt, the outbox would give up after some days.
      this.logger.error(`Records could not be sent: ${(error as Error).message}`);
      const nextAttemptAt = new Date(this.clock.now().getTime() + LEASE_MS);
      return { ...retryableFailure('The database did not work'), nextAttemptAt };
    }
  }

  private async sendNext(chainId: number): Promise<SendResult> {
    const chain = await this.dataAccess.loader.findById(VerifactuChain, chainId, sendingPlan);
    if (!chain) return { result: 'delivered', detail: 'The chain does not exist' };
    const now = this.clock.now();
    const waitUntil = latest(chain.nextAt, chain.leaseUntil);
    if (waitUntil > now)
      return createResendResult('Waits until AEAT accepts the next message', waitUntil);
    if (!(await this.takeLease(chain, now))) {
      return createResendResult(
        'Another process sends the records',
        new Date(now.getTime() + LEASE_MS),
      );
    }
    const records = await this.takeRecords(chain);
    if (records.length === 0) return this.finish(chain);
    const hasIncident = records.some((one) => this.hasIncident(chain, one));
    try {
      // Once AEAT has a record, a database without it must be recognized.
      await this.marks.flush();
      const xml = records.map((one) => one.xml);
      const answer = await this.aeat.send(chain, xml, hasIncident);
      await this.responses.store(chain, records, answer);
      const nextAt = await this.endMessage(chain, answer.waitSeconds);
      return createResendResult(`${records.length} records were answered`, nextAt);
    } catch (error) {
      return error instanceof MessageRejected
        ? this.narrowDown(chain, records, error)
        : this.recordFailedAttempt(chain, error as Error);
    }
  }

  /**
   * Finds the record that makes AEAT refuse a message, by sending half of the suspects with each message. Alone in a
   * message, it is rejected.
   */
  private async narrowDown(
    chain: SendingChain,
    records: readonly SentRecord[],
    refusal: MessageRejected,
  ): Promise<SendResult> {
    const last = records.at(-1) as SentRecord;
    this.logger.warn(`${chain.taxNumber}, records up to ${last.sequence}: ${refusal.message}`);
    if (records.length === 1) await this.responses.reject(chain, last, refusal);
    const patch = records.length === 1 ? {} : { suspectUntil: last.sequence };
    const nextAt = await this.endMessage(chain, chain.waitSeconds, patch);
    return createResendResult(refusal.message, nextAt);
  }

  /** Only one process gets the lease of a chain. */
  private async takeLease({ id }: SendingChain, now: Date): Promise<boolean> {
    const isFree = [is('id', id), anyOf(isNull('leaseUntil'), isAtMost('leaseUntil', now))];
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const { unitOfWork, writer } = this.dataAccess;
    return (
      (await unitOfWork.run(() => writer.update(VerifactuChain, isFree, { leaseUntil }))) === 1
    );
  }

  /**
   * Notes that the next records are being sent: of those that may be the cause of a refusal, half. Those made during an
   * outage are not sent together with others.
   */
  private async takeRecords(chain: SendingChain): Promise<SentRecord[]> {
    const { loader, writer, unitOfWork } = this.dataAccess;
    const ids = await this.pending.listNext(chain);
    const next = await loader.listByIds(VerifactuRecord, ids, messageRecordPlan);
    const suspects = next.filter(({ sequence }) => sequence <= (chain.suspectUntil ?? 0));
    const found = suspects.length > 0 ? suspects.slice(0, Math.ceil(suspects.length / 2)) : next;
    const hasFirstIncident = found[0] && this.hasIncident(chain, found[0]);
    const end = found.findIndex((one) => this.hasIncident(chain, one) !== hasFirstIncident);
    const records = end < 0 ? found : found.slice(0, end);
    if (records.length === 0) return [];
    const now = this.clock.now();
    await unitOfWork.run(async () => {
      const known = await this.findSubmittedIds(records.map(({ id }) => id));
      const fresh = records.filter(({ id }) => !known.has(id));
      const state = 'pending' as const;
      await writer.insert(
        VerifactuSubmission,
        fresh.map(({ id }) => ({
          recordId: id,
          state,
          isAccepted: false,
          attempts: 1,
          firstSentAt: now,
        })),
      );
      const repeated = [isOneOf('recordId', [...known])];
      if (known.size > 0) {
        await writer.update(VerifactuSubmission, repeated, { attempts: increment(1) });
      }
    });
    return records;
  }

  /** The records of those given that were sent before. */
  private async findSubmittedIds(recordIds: readonly number[]): Promise<Set<number>> {
    const ofRecords = [isOneOf('recordId', recordIds)];
    const known = await this.dataAccess.loader.listWhere(VerifactuSubmission, ofRecords, knownPlan);
    return new Set(known.map(({ recordId }) => recordId));
  }

  private hasIncident({ outageUntil }: SendingChain, { createdAt }: { createdAt: Date }): boolean {
    const isOld = this.clock.now().getTime() - createdAt.getTime() > LATE_MS;
    return isOld || (outageUntil !== null && createdAt <= outageUntil);
  }

  /** Ends the message of a chain without pending records. */
  private finish(chain: SendingChain): Promise<SendResult> {
    const { unitOfWork, writer } = this.dataAccess;
    return unitOfWork.run(async () => {
      // The lock keeps new records away until the message is known to be finished.
      await writer.lock(VerifactuChain, [chain.id]);
      const isEmpty = (await this.pending.listNext(chain, 1)).length === 0;
      await writer.update(VerifactuChain, chain.id, { leaseUntil: null, isScheduled: !isEmpty });
      return isEmpty
        ? { result: 'delivered', detail: 'All records have been answered' }
        : createResendResult('New records are waiting', chain.nextAt);
    });
  }

  /** @returns when the next message may be sent */
  private async endMessage(
    { id }: SendingChain,
    waitSeconds: number,
    more: Pick<Partial<VerifactuChain>, 'suspectUntil'> = {},
  ): Promise<Date> {
    const nextAt = new Date(this.clock.now().getTime() + waitSeconds * 1000);
    const patch = { leaseUntil: null, nextAt, waitSeconds, failures: 0, lastError: null };
    const { unitOfWork, writer } = this.dataAccess;
    await unitOfWork.run(() => writer.update(VerifactuChain, id, { ...patch, ...more }));
    return nextAt;
  }

  private async recordFailedAttempt(chain: SendingChain, error: Error): Promise<SendResult> {
    const { id, failures, waitSeconds, taxNumber } = chain;
    const now = this.clock.now();
    const pause = Math.min(waitSeconds * 1000 * 2 ** Math.min(failures, 10), MAX_PAUSE_MS);
    const nextAt = new Date(now.getTime() + pause);
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
    return { ...retryableFailure(lastError), nextAttemptAt: nextAt };
  }
}

function createResendResult(detail: string, nextAttemptAt: Date): SendResult {
  return { result: 'delivered', detail, nextAttemptAt };
}

function latest(one: Date, other: Date | null): Date {
  return other && other > one ? other : one;
}
