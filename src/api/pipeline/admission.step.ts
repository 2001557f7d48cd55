import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { currentCallerKey, abortOnDisconnect } from '../../core/acting';
import { DatabaseBusy } from '../../core/errors';
import { FairSemaphore } from '../../core/fair-semaphore';
import type { Operation } from '../operation/operation';
import { BodiesTooMany } from '../problems/problems';
import { leaveUnread, mostBytes } from '../request/body';
import type { Exchange, Step } from './step';

type Next = () => Promise<unknown>;

/** HEAVY operations hold large answers: more of them at once would only hold more, not be done sooner. */
const MOST_HEAVY = 6;

/**
 * What all bodies beyond the usual limit that are read and worked on at once may come to. The pieces that they came in
 * take as much again.
 */
const LARGE_BODIES_BYTES = 40 * 1024 * 1024;
/** What the smallest of them counts for: the work on it takes memory, too. */
const LEAST_BODY_BYTES = LARGE_BODIES_BYTES / 8;
/** Bytes of one caller at most: the rest is for others, while its slow pictures are made. */
const LARGE_BODIES_OF_CALLER_BYTES = (LARGE_BODIES_BYTES / 4) * 3;
const MOST_LARGE_BODIES_WAITING = 64;

/** How long a request waits for its turn. */
const TURN_TIMEOUT_MS = 30_000;

/** Admits a request with a large body when there is room for it, before the body is read. Callers take turns. */
@Injectable()
export class BodyAdmission implements Step {
  private readonly semaphore = new FairSemaphore(LARGE_BODIES_BYTES, {
    maxWaiting: MOST_LARGE_BODIES_WAITING,
    maxPerCaller: LARGE_BODIES_OF_CALLER_BYTES,
  });

  /** @throws BodiesTooMany */
  around({ operation, request, response }: Exchange, next: Next): Promise<unknown> {
    const limit = operation.body?.limit;
    if (limit === undefined) return next();
    const refused = (): Error => {
      leaveUnread(request, response);
      return new BodiesTooMany();
    };
    const bytes = Math.min(limit, mostBytes(request, limit));
    const turn = { refused, permits: Math.max(LEAST_BODY_BYTES, bytes) };
    return inTurn(this.semaphore, request, next, turn);
  }
}

/** Admits a HEAVY operation, once its request has been read, when few others hold large answers. Callers take turns. */
@Injectable()
export class AnswerAdmission implements Step {
  private readonly semaphore = new FairSemaphore(MOST_HEAVY);

  /** @throws TryAgain */
  around({ operation, request }: Exchange, next: Next): Promise<unknown> {
    if (!holdsMuch(operation)) return next();
    return inTurn(this.semaphore, request, next, { refused: () => new DatabaseBusy() });
  }
}

/** @param turn.refused what is thrown when the turn does not come, or when the client has gone by then */
async function inTurn<T>(
  semaphore: FairSemaphore,
  { socket }: Request,
  work: () => Promise<T>,
  { refused, permits = 1 }: { readonly refused: () => Error; readonly permits?: number },
): Promise<T> {
  const caller = currentCallerKey();
  const isIn = await abortOnDisconnect((signal) =>
    semaphore.acquire(caller, { timeoutMs: TURN_TIMEOUT_MS, permits, signal }),
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
function holdsMuch(operation: Operation): boolean {
  const { cost, stream, form, answer } = operation;
  return (
    cost === 'HEAVY' && !stream && !form && !answer.stream && operation.body?.limit === undefined
  );
}
