import type { Request, Response } from 'express';
import type { Operation } from '../operation/operation';
import type { CheckedRequest } from './checked-request';

/** A request to an operation and its response, on their way through the steps around the handler. */
export interface Exchange {
  readonly operation: Operation;
  readonly request: Request;
  readonly response: Response;
  /** The request as the reading step has checked it. */
  checked?: CheckedRequest;
}

/** One thing that happens around every handler of the API. */
export interface PipelineStep {
  /**
   * Does its part before and after the steps inside it.
   * @param next runs the steps inside, and the handler last; a step may run it again, or not at all
   * @returns what the step outside it goes on with
   */
  around(exchange: Exchange, next: () => Promise<unknown>): Promise<unknown>;
}

/**
 * The checked request of an exchange.
 * @throws Error before the reading step
 */
export function getCheckedRequest({ checked, operation }: Exchange): CheckedRequest {
  if (!checked) throw new Error(`The request to ${operation.id} has not been read yet`);
  return checked;
}
