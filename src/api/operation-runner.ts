import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError, withPointers } from '../core/errors';
import { Conditions } from './conditions';
import type { Operation } from './operation/operation';
import type { ReadRequest } from './request/request-reader';

/**
 * Calls handlers itself: Nest's own way to them costs half of a small request's time again. So what Nest would do on
 * that way does not happen, and `operation/nest-conventions.ts` refuses it at the start.
 */
@Injectable()
export class OperationRunner {
  constructor(private readonly conditions: Conditions) {}

  /** @returns what the handler returns */
  async run(operation: Operation, request: Request, read: ReadRequest): Promise<unknown> {
    try {
      const call = (): unknown => operation.invoke(read.values);
      return await this.conditions.whileMatching(operation, request, call);
    } catch (error) {
      const { bareRoot } = read;
      if (bareRoot === undefined || !(error instanceof DomainError)) throw error;
      throw withPointers(error, (pointer) => withoutRoot(pointer, bareRoot));
    }
  }
}

/** Services point into the body as if it had its root. */
function withoutRoot(pointer: string, root: string): string {
  return pointer.startsWith(`/${root}/`) ? pointer.slice(root.length + 1) : pointer;
}
