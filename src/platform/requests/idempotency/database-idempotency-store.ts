import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type {
  IdempotencyClaim,
  IdempotencyClaimResult,
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
  whereEquals,
  whereAtMost,
  whereNull,
  whereIn,
  isViolationOf,
  DataAccess,
} from '../../../database';
import { ReleaseRetryQueue } from '../../../core/release-retry-queue';
import { StoredIdempotentRequest } from './stored-idempotent-request.entity';

/** An attempt without a response counts as dead after this time without a heartbeat. */
const LEASE_MS = 10_000;
const HEARTBEAT_INTERVAL_MS = 2_500;

const HOUR_MS = 60 * 60 * 1000;

const storedRequestPlan = createLoadPlan(StoredIdempotentRequest, [
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
  private heartbeatTimer?: NodeJS.Timeout;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    { idempotencyHours }: Configuration,
  ) {
    this.retentionMs = idempotencyHours * HOUR_MS;
  }

  async claim(request: IdempotentRequest): Promise<IdempotencyClaimResult> {
    const holder = randomUUID();
    const storedRequest = await this.findStoredRequest(request);
    if (!storedRequest) return this.createClaim(request, holder);
    const ageMs = this.clock.now().getTime() - storedRequest.claimedAt.getTime();
    if (ageMs > this.retentionMs) return this.takeOver(storedRequest, request, holder);
    if (storedRequest.content !== request.content) return { refusal: 'otherContent' };
    if (storedRequest.status !== null) {
      return { storedResponse: { status: storedRequest.status, body: storedRequest.body ?? '' } };
    }
    // If the last heartbeat is in the future, the clock was set back, and no heartbeat has been written since.
    const isDead = Math.abs(ageMs) > LEASE_MS;
    return isDead ? this.takeOver(storedRequest, request, holder) : { refusal: 'running' };
  }

  async saveResponse({ id, holder }: IdempotencyClaim, response: StoredResponse): Promise<boolean> {
    const { unitOfWork, writer } = this.dataAccess;
    const claimConditions = [whereEquals('id', id), whereEquals('holder', holder)];
    const saveToDatabase = (): Promise<number> =>
      unitOfWork.run(() => writer.update(StoredIdempotentRequest, claimConditions, response));
    // The request has been executed or rejected, whatever the caller's rights are now.
    return (await runWithoutReauthorization(saveToDatabase)) === 1;
  }

  async release({ id, holder }: IdempotencyClaim): Promise<void> {
    await this.releaseClaims([whereEquals('id', id), whereEquals('holder', holder)]);
  }

  /** Retries the releases that failed while the database was unreachable. */
  async retryClaimReleases(): Promise<void> {
    await this.releaseRetryQueue.flush();
  }

  endAttempt({ holder }: IdempotencyClaim): void {
    this.openClaims.delete(holder);
  }

  /** Stops the heartbeats. */
  stopHeartbeats(): void {
    clearInterval(this.heartbeatTimer);
    delete this.heartbeatTimer;
  }

  /** Releases all claims without a response: those of dead processes, if no other process uses the database. */
  async releaseAll(): Promise<void> {
    const { unitOfWork, writer } = this.dataAccess;
    await unitOfWork.run(() => writer.remove(StoredIdempotentRequest, [whereNull('status')]));
  }

  /** Removes expired responses. @returns their number */
  async sweep(): Promise<number> {
    const { unitOfWork, writer } = this.dataAccess;
    const expiryLimit = new Date(this.clock.now().getTime() - this.retentionMs);
    return unitOfWork.run(() =>
      writer.remove(StoredIdempotentRequest, [whereAtMost('claimedAt', expiryLimit)]),
    );
  }

  private async createClaim(
    request: IdempotentRequest,
    holder: string,
  ): Promise<IdempotencyClaimResult> {
    const { unitOfWork, writer } = this.dataAccess;
    const row = { ...request, holder, claimedAt: this.clock.now() };
    try {
      const [id = 0] = await unitOfWork.run(() => writer.insert(StoredIdempotentRequest, [row]));
      return { claim: this.registerClaim({ id, holder }) };
    } catch (error) {
      // A concurrent request with the same key was first.
      if (isViolationOf(error, 'unique')) return { refusal: 'running' };
      // The claim may have been stored although the commit failed.
      await this.releaseClaims([whereEquals('name', request.name), whereEquals('holder', holder)]);
      throw error;
    }
  }

  private async takeOver(
    storedRequest: StoredIdempotentRequest,
    { content }: IdempotentRequest,
    holder: string,
  ): Promise<IdempotencyClaimResult> {
    const { unitOfWork, writer } = this.dataAccess;
    const unchangedConditions = [
      whereEquals('id', storedRequest.id),
      whereEquals('holder', storedRequest.holder),
      whereEquals('claimedAt', storedRequest.claimedAt),
      storedRequest.status === null
        ? whereNull('status')
        : whereEquals('status', storedRequest.status),
    ];
    const patch = { content, holder, claimedAt: this.clock.now(), status: null, body: null };
    try {
      const updatedCount = await unitOfWork.run(() =>
        writer.update(StoredIdempotentRequest, unchangedConditions, patch),
      );
      return updatedCount === 1
        ? { claim: this.registerClaim({ id: storedRequest.id, holder }) }
        : { refusal: 'running' };
    } catch (error) {
      await this.release({ id: storedRequest.id, holder });
      throw error;
    }
  }

  /** Removes claims without a response: now, or once the database is reachable again. */
  private async releaseClaims(claimConditions: readonly Condition[]): Promise<void> {
    const { unitOfWork, writer } = this.dataAccess;
    const openConditions = [...claimConditions, whereNull('status')];
    const remove = async (): Promise<void> => {
      await unitOfWork.run(() => writer.remove(StoredIdempotentRequest, openConditions));
    };
    await runWithoutReauthorization(remove).catch(() => {
      this.releaseRetryQueue.add(remove);
    });
  }

  private registerClaim(claim: IdempotencyClaim): IdempotencyClaim {
    this.openClaims.set(claim.holder, claim);
    this.heartbeatTimer ??= setInterval(
      () => void this.renewClaims(),
      HEARTBEAT_INTERVAL_MS,
    ).unref();
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
    const openConditions = [
      whereIn(
        'id',
        claims.map(({ id }) => id),
      ),
      whereIn(
        'holder',
        claims.map(({ holder }) => holder),
      ),
      whereNull('status'),
    ];
    const renewal = { claimedAt: this.clock.now() };
    await runAsSystem(() =>
      unitOfWork.run(() => writer.update(StoredIdempotentRequest, openConditions, renewal)),
    ).catch(() => undefined);
  }

  private async findStoredRequest({
    name,
  }: IdempotentRequest): Promise<StoredIdempotentRequest | undefined> {
    const [storedRequest] = await this.dataAccess.loader.listWhere(
      StoredIdempotentRequest,
      [whereEquals('name', name)],
      storedRequestPlan,
    );
    return storedRequest;
  }
}
