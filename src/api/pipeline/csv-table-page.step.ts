import { Injectable } from '@nestjs/common';
import { runInActorContext } from '../../core/actor-context';
import { CredentialsInvalid } from '../problems/api-errors';
import type { Operation } from '../operation/operation';
import { getRequestContext } from '../request/request-context';
import { HeavyWorkAdmission } from './admission.step';
import type { HttpExchange, PipelineStep } from './pipeline-step';
import { isWholeCsvTable } from './requested-csv-table';

/**
 * Authorizes and admits the read of each page of a whole table. A slow client may take the table over hours. Other
 * operations get their turns between two pages, and a caller that has been revoked gets no further page.
 */
@Injectable()
export class CsvTablePageStep implements PipelineStep {
  constructor(private readonly admission: HeavyWorkAdmission) {}

  appliesTo({ method, responseSpec }: Operation): boolean {
    return (
      method === 'get' && (responseSpec.csvTable ?? responseSpec.selectSpecForQuery) !== undefined
    );
  }

  /** @throws CredentialsInvalid, DatabaseBusy */
  async intercept(exchange: HttpExchange, next: () => Promise<unknown>): Promise<unknown> {
    if (!isWholeCsvTable(exchange)) return next();
    const { request } = exchange;
    const context = getRequestContext(request);
    return runInActorContext(context, async () => {
      if ((await context.principal?.checkStillValid()) === false) throw new CredentialsInvalid();
      return this.admission.run(request, next);
    });
  }
}
