import { Injectable } from '@nestjs/common';
import { getCodeNumber } from '../../../../core/code-list';
import { createLoadPlan } from '../../../../core/load-plan';
import { whereEquals, whereIn } from '../../../../database';
import { type DocumentPlan, Documents, stateCodes } from '../../documents';
import { DocumentGenerator } from '../../documents/copies/document-generator';
import { SalesDocument } from '../../documents/entities/document.entity';
import { StateTransitions } from '../../states';
import { RMA_ACCEPTED, RmaNotAccepted } from '../rmas/rma-errors';

const RMA_COMPLETED = getCodeNumber(stateCodes.rma, 'Completed');

const existencePlan = createLoadPlan(SalesDocument, ['type']);

/** Returns: one for each RMA, once it is accepted. */
@Injectable()
export class Returns {
  constructor(
    private readonly documents: Documents,
    private readonly documentGenerator: DocumentGenerator,
    private readonly transitions: StateTransitions,
  ) {}

  /**
   * Creates the return of an accepted RMA, which completes the RMA. It runs in its own unit of work, or as a part of
   * the one around it.
   * @returns the return's id
   * @throws NotFound, AlreadyGenerated, RmaNotAccepted
   */
  generate(rmaId: number): Promise<number> {
    return this.documentGenerator.runInUnitOfWorkWithRetry(async () => {
      const source = await this.documentGenerator.lockAndLoadSource('rma', rmaId);
      await this.documentGenerator.requireNotGenerated('return', rmaId);
      if (source.status !== RMA_ACCEPTED) throw new RmaNotAccepted({ status: source.status });
      await this.transitions.change('rma', rmaId, { status: RMA_COMPLETED });
      const columns = { soleParentId: rmaId };
      const [id] = await this.documentGenerator.store([{ source, kind: 'return', columns }]);
      return id as number;
    });
  }

  /** The returns of all RMAs of an order. @throws NotFound without such an order */
  async listByOrder(orderId: number, plan: DocumentPlan): Promise<SalesDocument[]> {
    await this.documents.get('order', orderId, existencePlan);
    const rmas = await this.documents.list(
      'rma',
      [whereEquals('parentId', orderId)],
      existencePlan,
    );
    const conditions = [
      whereIn(
        'soleParentId',
        rmas.map(({ id }) => id),
      ),
    ];
    return this.documents.list('return', conditions, plan);
  }
}
