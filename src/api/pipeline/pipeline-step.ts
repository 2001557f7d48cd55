import type { Request, Response } from 'express';
import type { Operation } from '../operation/operation';
import type { CheckedRequest } from './checked-request';

/** A request to an operation and its response, passed through the steps around the handler. */
export interface HttpExchange {
  readonly operation: Operation;
  readonly request: Request;
  readonly response: Response;
  /** The checked request, set by the reading step. */
  checkedRequest?: CheckedRequest;
}

/** A step around every handler of the API. */
export interface PipelineStep {
  /** Whether the step may do something for requests to an operation. Without this method, it runs for all. */
  appliesTo?(operation: Operation): boolean;
  /**
   * Runs before and after the inner steps.
   * @param next runs the inner steps and then the handler; a step may call it several times or not at all
   * @returns result for the outer step
   */
  intercept(exchange: HttpExchange, next: () => Promise<unknown>): Promise<unknown>;
}

/**
 * Returns the checked request of an exchange.
 * @throws Error if the reading step has not run yet
 */
export function getCheckedRequest({ checkedRequest, operation }: HttpExchange): CheckedRequest {
  if (!checkedRequest) throw new Error(`The request to ${operation.id} has not been read yet`);
  return checkedRequest;
}
