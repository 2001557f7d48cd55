import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TryAgain } from '../core/errors';
import { Lane } from '../core/lane';
import type { Operation } from './operation/operation';
import { BodiesTooMany } from './problems';
import { leaveUnread } from './request/body';

/** HEAVY operations hold large answers: more of them at once would only hold more, not be done sooner. */
const MOST_HEAVY = 6;

/** Bodies beyond the usual limit: each may take a hundred mebibytes while it is read and worked on. */
const MOST_LARGE_BODIES = 8;
const MOST_LARGE_BODIES_WAITING = 64;

/** How long a request waits for its turn. */
const TURN_TIMEOUT_MS = 30_000;

/** Has requests that hold much memory wait for each other: large bodies and large answers, in a lane each. */
@Injectable()
export class Turns {
  private readonly heavy = new Lane(MOST_HEAVY);
  private readonly largeBodies = new Lane(MOST_LARGE_BODIES, MOST_LARGE_BODIES_WAITING);

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
    if (!takesMuch(operation)) return work();
    return inTurn(this.largeBodies, work, () => {
      leaveUnread(request, response);
      return new BodiesTooMany();
    });
  }

  /**
   * Does the work of a HEAVY operation in its turn, which begins when the request has been read.
   * @throws TryAgain, and what the work does
   */
  withAnswer<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
    if (!holdsMuch(operation)) return work();
    return inTurn(this.heavy, work, () => new TryAgain());
  }
}

/** @param refused what is thrown when the turn does not come */
async function inTurn<T>(lane: Lane, work: () => Promise<T>, refused: () => Error): Promise<T> {
  if (!(await lane.enter(TURN_TIMEOUT_MS))) throw refused();
  try {
    return await work();
  } finally {
    lane.leave();
  }
}

/** Whether it is HEAVY for what it holds in memory, and not for what streams through it. */
function holdsMuch(operation: Operation): boolean {
  const { cost, stream, form, answer } = operation;
  return cost === 'HEAVY' && !stream && !form && !answer.stream && !takesMuch(operation);
}

/** Whether its body may be larger than those of others. */
function takesMuch({ body }: Operation): boolean {
  return body?.limit !== undefined;
}
