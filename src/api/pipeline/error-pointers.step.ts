import { Injectable } from '@nestjs/common';
import { DomainError, mapPointers } from '../../core/errors';
import type { Operation } from '../operation/operation';
import { getCheckedRequest, type HttpExchange, type PipelineStep } from './pipeline-step';

/**
 * Completes the pointers of errors. A handler's pointers start at the object that it received. The client's pointers
 * start at the root of the body that it sent.
 */
@Injectable()
export class ErrorPointersStep implements PipelineStep {
  appliesTo({ body }: Operation): boolean {
    return body !== undefined;
  }

  async intercept(exchange: HttpExchange, next: () => Promise<unknown>): Promise<unknown> {
    const { bodyRoot } = getCheckedRequest(exchange);
    try {
      return await next();
    } catch (error) {
      if (bodyRoot === undefined || !(error instanceof DomainError)) throw error;
      throw mapPointers(error, (pointer) =>
        isInBody(pointer) ? `/${bodyRoot}${pointer}` : pointer,
      );
    }
  }
}

/** Pointers into the body are JSON pointers; others start with the part of the request: `query/`, `path/`. */
function isInBody(pointer: string): boolean {
  return pointer === '' || pointer.startsWith('/');
}
