import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { Claim, Found, KeptAnswer, KeptAnswers, RepeatableRequest } from '../../api';
import { Clock } from '../../core/clock';
import { plan } from '../../core/load-plan';
import { is, isAtMost, isNull, Stores, violates } from '../../database';
import { StoredRequest } from './repeatable-request.entity';

/** An attempt that has not answered after so long counts as dead, in milliseconds. */
const LEASE = 60_000;

/** How long answers are kept, in milliseconds. */
const KEPT = 24 * 60 * 60 * 1000;

const requestPlan = plan(StoredRequest, [
  'name',
  'content',
  'holder',
  'claimedAt',
  'status',
  'body',
]);

/** Claims and answers in the database: all processes of the service share them. */
@Injectable()
export class StoredAnswers implements KeptAnswers {
  private readonly logger = new Logger(StoredAnswers.name);

  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
  ) {}

  async claim(request: RepeatableRequest): Promise<Found> {
    const holder = randomUUID();
    const stored = await this.find(request);
    if (!stored) return this.open(request, holder);
    const age = this.clock.now().getTime() - stored.claimedAt.getTime();
    if (age > KEPT) return this.takeOver(stored, request, holder);
    if (stored.content !== request.content) return { refused: 'otherContent' };
    if (stored.status !== null) {
      return { answer: { status: stored.status, body: stored.body ?? '' } };
    }
    return age > LEASE ? this.takeOver(stored, request, holder) : { refused: 'running' };
  }

  async keep({ id, holder }: Claim, answer: KeptAnswer): Promise<boolean> {
    const { unitOfWork, writer } = this.stores;
    const isMine = [is('id', id), is('holder', holder)];
    const found = await unitOfWork.run(() => writer.update(StoredRequest, isMine, answer));
    return found === 1;
  }

  /** When the database is out of reach, the lease ends the claim. */
  async release({ id, holder }: Claim): Promise<void> {
    const { unitOfWork, writer } = this.stores;
    const isOpen = [is('id', id), is('holder', holder), isNull('status')];
    try {
      await unitOfWork.run(() => writer.remove(StoredRequest, isOpen));
    } catch (error) {
      this.logger.warn(`A claim stays until its lease ends: ${(error as Error).message}`);
    }
  }

  /** Removes answers that are kept no longer. @returns how many */
  async sweep(): Promise<number> {
    const { unitOfWork, writer } = this.stores;
    const until = new Date(this.clock.now().getTime() - KEPT);
    return unitOfWork.run(() => writer.remove(StoredRequest, [isAtMost('claimedAt', until)]));
  }

  private async open(request: RepeatableRequest, holder: string): Promise<Found> {
    const { unitOfWork, writer } = this.stores;
    const row = { ...request, holder, claimedAt: this.clock.now() };
    try {
      const [id = 0] = await unitOfWork.run(() => writer.insert(StoredRequest, [row]));
      return { claim: { id, holder } };
    } catch (error) {
      // Another attempt came at the same moment.
      if (violates(error, 'unique')) return { refused: 'running' };
      throw error;
    }
  }

  private async takeOver(
    stored: StoredRequest,
    { content }: RepeatableRequest,
    holder: string,
  ): Promise<Found> {
    const { unitOfWork, writer } = this.stores;
    const isUnchanged = [
      ...[is('id', stored.id), is('holder', stored.holder)],
      stored.status === null ? isNull('status') : is('status', stored.status),
    ];
    const patch = { content, holder, claimedAt: this.clock.now(), status: null, body: null };
    const found = await unitOfWork.run(() => writer.update(StoredRequest, isUnchanged, patch));
    return found === 1 ? { claim: { id: stored.id, holder } } : { refused: 'running' };
  }

  private async find({ name }: RepeatableRequest): Promise<StoredRequest | undefined> {
    const [stored] = await this.stores.loader.where(StoredRequest, [is('name', name)], requestPlan);
    return stored;
  }
}
