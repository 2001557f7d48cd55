import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { whileAwaited } from '../../core/acting';
import { TryAgain } from '../../core/errors';
import { Lane } from '../../core/lane';
import type { Operation } from '../operation/operation';
import { BodiesTooMany } from '../problems';
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
const MOST_LARGE_BODIES_WAITING = 64;

/** How long a request waits for its turn. */
const TURN_TIMEOUT_MS = 30_000;

/** Admits a request with a large body when there is room for it, before the body is read. */
@Injectable()
export class BodyAdmission implements Step {
  private readonly lane = new Lane(LARGE_BODIES_BYTES, MOST_LARGE_BODIES_WAITING);

  /** @throws BodiesTooMany */
  around({ operation, request, response }: Exchange, next: Next): Promise<unknown> {
    const limit = operation.body?.limit;
    if (limit === undefined) return next();
    const refused = (): Error => {
      leaveUnread(request, response);
      return new BodiesTooMany();
    };
    const bytes = Math.min(limit, mostBytes(request, limit));
    const turn = { refused, weight: Math.max(LEAST_BODY_BYTES, bytes) };
    return inTurn(this.lane, request, next, turn);
  }
}

/** Admits a HEAVY operation, once its request has been read, when few others hold large answers. */
@Injectable()
export class AnswerAdmission implements Step {
  private readonly lane = new Lane(MOST_HEAVY);

  /** @throws TryAgain */
  around({ operation, request }: Exchange, next: Next): Promise<unknown> {
    if (!holdsMuch(operation)) return next();
    return inTurn(this.lane, request, next, { refused: () => new TryAgain() });
  }
}

/** @param refused what is thrown when the turn does not come, or when the client has gone by then; weight: in the lane */
async function inTurn<T>(
  lane: Lane,
  { socket }: Request,
  work: () => Promise<T>,
  { refused, weight }: { readonly refused: () => Error; readonly weight?: number },
): Promise<T> {
  const isIn = await whileAwaited((gone) => lane.enter(TURN_TIMEOUT_MS, weight, gone));
  if (!isIn) throw refused();
  try {
    if (socket.destroyed) throw refused();
    return await work();
  } finally {
    lane.leave(weight);
  }
}

/** Whether it is HEAVY for what it holds in memory, and not for what streams through it. */
function holdsMuch(operation: Operation): boolean {
  const { cost, stream, form, answer } = operation;
  return (
    cost === 'HEAVY' && !stream && !form && !answer.stream && operation.body?.limit === undefined
  );
}
