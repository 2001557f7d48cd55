import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { currentCallerKey, abortOnDisconnect } from '../../core/actor-context';
import { DatabaseBusy } from '../../core/errors';
import { FairSemaphore } from '../../core/fair-semaphore';
import type { Operation } from '../operation/operation';
import { TooManyLargeBodies } from '../problems/problems';
import { closeUnread, maxBodyBytes } from '../request/body';
import type { Exchange, PipelineStep } from './pipeline-step';

type Next = () => Promise<unknown>;

/** HEAVY operations hold large answers: more of them at once would only hold more, not be done sooner. */
const MAX_HEAVY_OPERATIONS = 6;

/**
 * What all bodies beyond the usual limit that are read and worked on at once may come to. The pieces that they came in
 * take as much again.
 */
const MAX_LARGE_BODIES_BYTES = 40 * 1024 * 1024;
/** What the smallest of them counts for: the work on it takes memory, too. */
const MIN_LARGE_BODY_BYTES = MAX_LARGE_BODIES_BYTES / 8;
/** Bytes of one caller at most: the rest is for others, while its slow pictures are made. */
const MAX_LARGE_BODIES_BYTES_PER_CALLER = (MAX_LARGE_BODIES_BYTES / 4) * 3;
const MAX_WAITING_LARGE_BODIES = 64;

/** How long a request waits for its turn. */
const ADMISSION_TIMEOUT_MS = 30_000;

/** Admits a request with a large body when there is room for it, before the body is read. Callers take turns. */
@Injectable()
export class BodyAdmissionStep implements PipelineStep {
  private readonly semaphore = new FairSemaphore(MAX_LARGE_BODIES_BYTES, {
    maxWaiting: MAX_WAITING_LARGE_BODIES,
    maxPerCaller: MAX_LARGE_BODIES_BYTES_PER_CALLER,
  });

  /** @throws TooManyLargeBodies */
  around({ operation, request, response }: Exchange, next: Next): Promise<unknown> {
    const limit = operation.body?.limit;
    if (limit === undefined) return next();
    const refused = (): Error => {
      closeUnread(request, response);
      return new TooManyLargeBodies();
    };
    const bytes = Math.min(limit, maxBodyBytes(request, limit));
    const turn = { refused, permits: Math.max(MIN_LARGE_BODY_BYTES, bytes) };
    return runAdmitted(this.semaphore, request, next, turn);
  }
}

/** Admits a HEAVY operation, once its request has been read, when few others hold large answers. Callers take turns. */
@Injectable()
export class HeavyOperationAdmissionStep implements PipelineStep {
  private readonly semaphore = new FairSemaphore(MAX_HEAVY_OPERATIONS);

  /** @throws DatabaseBusy */
  around({ operation, request }: Exchange, next: Next): Promise<unknown> {
    if (!isMemoryHeavy(operation)) return next();
    return runAdmitted(this.semaphore, request, next, { refused: () => new DatabaseBusy() });
  }
}

/** @param turn.refused what is thrown when the turn does not come, or when the client has gone by then */
async function runAdmitted<T>(
  semaphore: FairSemaphore,
  { socket }: Request,
  work: () => Promise<T>,
  { refused, permits = 1 }: { readonly refused: () => Error; readonly permits?: number },
): Promise<T> {
  const caller = currentCallerKey();
  const isIn = await abortOnDisconnect((signal) =>
    semaphore.acquire(caller, { timeoutMs: ADMISSION_TIMEOUT_MS, permits, signal }),
  );
  if (!isIn) throw refused();
  try {
    if (socket.destroyed) throw refused();
    return await work();
  } finally {
    semaphore.release(caller, permits);
  }
}

/** Whether it is HEAVY for what it holds in memory, and not for what streams through it. */
function isMemoryHeavy(operation: Operation): boolean {
  const { cost, stream, form, answer } = operation;
  return (
    cost === 'HEAVY' && !stream && !form && !answer.stream && operation.body?.limit === undefined
  );
}
