import { Injectable } from '@nestjs/common';
import { TransactionRunner } from '../../core/transaction-runner';
import type { Operation } from '../operation/operation';
import type { HttpExchange, PipelineStep } from './pipeline-step';

/**
 * Runs handlers that write, and then read their response by `@ResponseLoadPlan()`, in one unit of work. So a response
 * has no changes of later requests.
 */
@Injectable()
export class UnitOfWorkStep implements PipelineStep {
  constructor(private readonly transactions: TransactionRunner) {}

  appliesTo({ method, parameters, opensUnitOfWork }: Operation): boolean {
    const readsResponse = parameters.some(({ requestPart }) => requestPart === 'plan');
    return method !== 'get' && readsResponse && opensUnitOfWork !== true;
  }

  intercept(_exchange: HttpExchange, next: () => Promise<unknown>): Promise<unknown> {
    return this.transactions.run(next);
  }
}
