import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type {
  IdempotencyClaim,
  ClaimResult,
  StoredResponse,
  IdempotencyStore,
  IdempotentRequest,
} from '../../../api';
import { Configuration } from '../../../config/configuration';
import { runAsSystem, runWithoutReauthorization } from '../../../core/actor-context';
import { Clock } from '../../../core/clock';
import { createLoadPlan } from '../../../core/load-plan';
import {
  type Condition,
  is,
  isAtMost,
  isNull,
  isOneOf,
  isViolationOf,
  DataAccess,
} from '../../../database';
import { ReleaseRetryQueue } from '../../../core/release-retry-queue';
import { StoredIdempotentRequest } from './stored-idempotent-request.entity';

/** An attempt without a response counts as dead after this time without a heartbeat. */
const LEASE_MS = 10_000;
const HEARTBEAT_INTERVAL_MS = 2_500;

const HOUR_MS = 60 * 60 * 1000;

const requestPlan = createLoadPlan(StoredIdempotentRequest, [
  'name',
  'content',
  'holder',
  'claimedAt',
  'status',
  'body',
]);

/** Claims and responses in the database, which all processes of the service share. */
@Injectable()
export class DatabaseIdempotencyStore implements IdempotencyStore {
  private readonly releaseRetryQueue = new ReleaseRetryQueue(LEASE_MS);
  private readonly retentionMs: number;
  /** Claims of attempts that run in this process, by holder. */
  private readonly openClaims = new Map<string, IdempotencyClaim>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    { idempotencyHours }: Configuration,
  ) {
    this.retentionMs = idempotencyHours * HOUR_MS;
  }

  async claim(request: IdempotentRequest): Promise<ClaimResult> {
    const holder = randomUUID();
    const stored = await this.find(request);
    if (!stored) return this.createClaim(request, holder);
    const age = this.clock.now().getTime() - stored.claimedAt.getTime();
    if (age > this.retentionMs) return this.takeOver(stored, request, holder);
    if (stored.content !== request.content) return { refusal: 'otherContent' };
    if (stored.status !== null) {
      return { storedResponse: { status: stored.status, body: stored.body ?? '' } };
    }
    // A heartbeat in the future was written before the clock was set back, and none has followed.
    const isDead = Math.abs(age) > LEASE_MS;
    return isDead ? this.takeOver(stored, request, holder) : { refusal: 'running' };
  }

  async saveResponse({ id, holder }: IdempotencyClaim, answer: StoredResponse): Promise<boolean> {
    const { unitOfWork, writer } = this.dataAccess;
    const isMine = [is('id', id), is('holder', holder)];
    const store = (): Promise<number> =>
      unitOfWork.run(() => writer.update(StoredIdempotentRequest, isMine, answer));
    // The request has been executed or rejected, whatever the caller's rights are now.
    return (await runWithoutReauthorization(store)) === 1;
  }

  async release({ id, holder }: IdempotencyClaim): Promise<void> {
    await this.releaseClaims([is('id', id), is('holder', holder)]);
  }

  /** Retries the releases that failed while the database was unreachable. */
  async flush(): Promise<void> {
    await this.releaseRetryQueue.flush();
  }

  endAttempt({ holder }: IdempotencyClaim): void {
    this.openClaims.delete(holder);
  }

  /** Stops the heartbeats. */
  stopHeartbeats(): void {
    clearInterval(this.timer);
    delete this.timer;
  }

  /** Releases all claims without a response: those of dead processes, if no other process uses the database. */
  async releaseAll(): Promise<void> {
    const { unitOfWork, writer } = this.dataAccess;
    await unitOfWork.run(() => writer.remove(StoredIdempotentRequest, [isNull('status')]));
  }

  /** Removes expired responses. @returns their number */
  async sweep(): Promise<number> {
    const { unitOfWork, writer } = this.dataAccess;
    const until = new Date(this.clock.now().getTime() - this.retentionMs);
    return unitOfWork.run(() =>
      writer.remove(StoredIdempotentRequest, [isAtMost('claimedAt', until)]),
    );
  }

  private async createClaim(request: IdempotentRequest, holder: string): Promise<ClaimResult> {
    const { unitOfWork, writer } = this.dataAccess;
    const row = { ...request, holder, claimedAt: this.clock.now() };
    try {
      const [id = 0] = await unitOfWork.run(() => writer.insert(StoredIdempotentRequest, [row]));
      return { claim: this.registerClaim({ id, holder }) };
    } catch (error) {
      // A concurrent request with the same key was first.
      if (isViolationOf(error, 'unique')) return { refusal: 'running' };
      // The claim may have been stored although the commit failed.
      await this.releaseClaims([is('name', request.name), is('holder', holder)]);
      throw error;
    }
  }

  private async takeOver(
    stored: StoredIdempotentRequest,
    { content }: IdempotentRequest,
    holder: string,
  ): Promise<ClaimResult> {
    const { unitOfWork, writer } = this.dataAccess;
    const isUnchanged = [
      is('id', stored.id),
      is('holder', stored.holder),
      is('claimedAt', stored.claimedAt),
      stored.status === null ? isNull('status') : is('status', stored.status),
    ];
    const patch = { content, holder, claimedAt: this.clock.now(), status: null, body: null };
    try {
      const found = await unitOfWork.run(() =>
        writer.update(StoredIdempotentRequest, isUnchanged, patch),
      );
      return found === 1
        ? { claim: this.registerClaim({ id: stored.id, holder }) }
        : { refusal: 'running' };
    } catch (error) {
      await this.release({ id: stored.id, holder });
      throw error;
    }
  }

  /** Removes claims without a response: now, or once the database is reachable again. */
  private async releaseClaims(claims: readonly Condition[]): Promise<void> {
    const { unitOfWork, writer } = this.dataAccess;
    const isOpen = [...claims, isNull('status')];
    const remove = async (): Promise<void> => {
      await unitOfWork.run(() => writer.remove(StoredIdempotentRequest, isOpen));
    };
    await runWithoutReauthorization(remove).catch(() => {
      this.releaseRetryQueue.add(remove);
    });
  }

  private registerClaim(claim: IdempotencyClaim): IdempotencyClaim {
    this.openClaims.set(claim.holder, claim);
    this.timer ??= setInterval(() => void this.renewClaims(), HEARTBEAT_INTERVAL_MS).unref();
    return claim;
  }

  /** Renews the claims whose attempts are running; a renewal that fails is repeated by the next heartbeat. */
  private async renewClaims(): Promise<void> {
    const claims = [...this.openClaims.values()];
    if (claims.length === 0) {
      this.stopHeartbeats();
      return;
    }
    const { unitOfWork, writer } = this.dataAccess;
    const areOpen = [
      isOneOf(
        'id',
        claims.map(({ id }) => id),
      ),
      isOneOf(
        'holder',
        claims.map(({ holder }) => holder),
      ),
      isNull('status'),
    ];
    const renewal = { claimedAt: this.clock.now() };
    await runAsSystem(() =>
      unitOfWork.run(() => writer.update(StoredIdempotentRequest, areOpen, renewal)),
    ).catch(() => undefined);
  }

  private async find({ name }: IdempotentRequest): Promise<StoredIdempotentRequest | undefined> {
    const [stored] = await this.dataAccess.loader.listWhere(
      StoredIdempotentRequest,
      [is('name', name)],
      requestPlan,
    );
    return stored;
  }
}
