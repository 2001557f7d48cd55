import { Injectable } from '@nestjs/common';
import type { LoadPlan, TablePlan } from '../../../../core/load-plan';
import type { Page } from '../../../../core/page';
import { workQueue } from '../../../../database';
import { Documents, type Assembled } from '../../documents';
import type { SalesDocument } from '../../documents/entities/document.entity';
import { documentListing } from '../../documents/lists/document-listing';
import { exportedConditions, pendingConditions } from '../../states';
import type { PendingRmasQuery, RmaListQuery } from './rma.dto';

const allRmas = documentListing('Rma', 'id.desc');
const pendingRmas = workQueue(documentListing('Rma', 'id.asc'));

/** Reads RMAs: requests to return what was bought. */
@Injectable()
export class RmasService {
  constructor(private readonly documents: Documents) {}

  list(query: RmaListQuery, plan: TablePlan<SalesDocument>): Promise<Page<SalesDocument>> {
    return this.documents.listPage('rma', allRmas, { ...query }, plan);
  }

  listPending(
    query: PendingRmasQuery,
    plan: TablePlan<SalesDocument>,
  ): Promise<Page<SalesDocument>> {
    return this.documents.listPage('rma', pendingRmas, { ...query }, plan, pendingConditions.rma);
  }

  listReceived(query: RmaListQuery, plan: TablePlan<SalesDocument>): Promise<Page<SalesDocument>> {
    return this.documents.listPage('rma', allRmas, { ...query }, plan, exportedConditions);
  }

  /** @throws NotFound */
  get<R extends Pick<SalesDocument, 'id' | 'type'>>(
    id: number,
    plan: LoadPlan<SalesDocument, R>,
  ): Promise<Assembled<R>> {
    return this.documents.get('rma', id, plan);
  }

  /** @throws NotFound */
  async idOf(pId: string): Promise<{ id: number }> {
    return { id: await this.documents.idOf('rma', pId) };
  }
}
