import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Conditions } from './conditions';
import type { Operation } from './operation/operation';
import { belowRoot } from './request/below-root';
import type { ReadRequest } from './request/request-reader';

/**
 * Calls handlers itself: Nest's own way to them costs half of a small request's time again. So what Nest would do on
 * that way does not happen, and `operation/nest-conventions.ts` refuses it at the start.
 */
@Injectable()
export class OperationRunner {
  constructor(private readonly conditions: Conditions) {}

  /** @returns what the handler returns */
  run(operation: Operation, request: Request, read: ReadRequest): Promise<unknown> {
    const call = (): unknown => operation.invoke(read.values);
    return belowRoot(read.root, () =>
      this.conditions.whileMatching(operation, request, read, call),
    );
  }
}
