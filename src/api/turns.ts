import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { whileAwaited } from '../core/acting';
import { TryAgain } from '../core/errors';
import { Lane } from '../core/lane';
import type { Operation } from './operation/operation';
import { BodiesTooMany } from './problems';
import { leaveUnread, mostBytes } from './request/body';

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

/** Has requests that hold much memory wait for each other: large bodies and large answers, in a lane each. */
@Injectable()
export class Turns {
  private readonly heavy = new Lane(MOST_HEAVY);
  private readonly largeBodies = new Lane(LARGE_BODIES_BYTES, MOST_LARGE_BODIES_WAITING);

  /**
   * Does the work in its turn, which begins before a large body is read.
   * @throws BodiesTooMany, and what the work does
   */
  withBody<T>(
    operation: Operation,
    request: Request,
    response: Response,
    work: () => Promise<T>,
  ): Promise<T> {
    const limit = operation.body?.limit;
    if (limit === undefined) return work();
    const refused = (): Error => {
      leaveUnread(request, response);
      return new BodiesTooMany();
    };
    const bytes = Math.min(limit, mostBytes(request, limit));
    const turn = { refused, weight: Math.max(LEAST_BODY_BYTES, bytes) };
    return inTurn(this.largeBodies, request, work, turn);
  }

  /**
   * Does the work of a HEAVY operation in its turn, which begins when the request has been read.
   * @throws TryAgain, and what the work does
   */
  withAnswer<T>(operation: Operation, request: Request, work: () => Promise<T>): Promise<T> {
    if (!holdsMuch(operation)) return work();
    return inTurn(this.heavy, request, work, { refused: () => new TryAgain() });
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
