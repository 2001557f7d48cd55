import { Injectable } from '@nestjs/common';
import { runInContext } from '../../core/actor-context';
import { CredentialsInvalid } from '../problems/problems';
import type { Operation } from '../operation/operation';
import { getRequestContext } from '../request/request-context';
import { HeavyWorkAdmission } from './admission.step';
import type { Exchange, PipelineStep } from './pipeline-step';
import { isWholeCsvTable } from './requested-table';

/**
 * Authorizes and admits the read of each page of a whole table. A slow client may take the table over hours. Other
 * operations get their turns between two pages, and a caller that has been revoked gets no further page.
 */
@Injectable()
export class CsvTablePageStep implements PipelineStep {
  constructor(private readonly admission: HeavyWorkAdmission) {}

  appliesTo({ method, responseSpec }: Operation): boolean {
    return method === 'get' && (responseSpec.csvTable ?? responseSpec.selectVariant) !== undefined;
  }

  /** @throws CredentialsInvalid, DatabaseBusy */
  async around(exchange: Exchange, next: () => Promise<unknown>): Promise<unknown> {
    if (!isWholeCsvTable(exchange)) return next();
    const { request } = exchange;
    const context = getRequestContext(request);
    return runInContext(context, async () => {
      if ((await context.principal?.isStillValid()) === false) throw new CredentialsInvalid();
      return this.admission.run(request, next);
    });
  }
}
