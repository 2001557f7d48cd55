import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock';
import { DatabaseBusy } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { whereEquals, type Patch, increment, DataAccess } from '../../../../database';
import type { DocumentKind } from '../document-kinds';
import { ORDER_PERMANENTLY_DELETED } from '../document-states';
import { Documents } from '../documents';
import { SalesDocument } from '../entities/document.entity';
import { OrderDeleted } from './order-deleted';

/** Columns that every change reads, in addition to those that its decision needs. */
const BASE_COLUMNS = ['type', 'status', 'version'] as const;

/** A document with the columns that every change reads, and further ones. */
type ChangedDocument<C extends keyof SalesDocument> = Pick<
  SalesDocument,
  'id' | (typeof BASE_COLUMNS)[number] | C
>;

/** Changed columns and a function that writes parts; undefined when the document stays as it is. */
type ChangeDecision =
  | { readonly columns?: Patch<SalesDocument>; readonly write?: () => Promise<void> }
  | undefined;

/** Changes the content of documents. `StateChangeWriter` changes their states. */
@Injectable()
export class DocumentUpdater {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks a document, calls `decide`, and writes its decision together with the document's next version.
   * Joins the current unit of work, or opens one.
   * @param columns columns that `decide` reads
   * @param decide returns undefined when nothing changes
   * @returns whether something changed
   * @throws NotFound, OrderDeleted for an order in -11 that would change, and any error of `decide`
   */
  change<C extends keyof SalesDocument = never>(
    kind: DocumentKind,
    id: number,
    columns: readonly C[],
    decide: (document: ChangedDocument<C>, now: Date) => ChangeDecision | Promise<ChangeDecision>,
  ): Promise<boolean> {
    return this.dataAccess.unitOfWork.run(async () => {
      const now = this.clock.now();
      await this.documents.lock([id]);
      const plan = createLoadPlan(SalesDocument, [...BASE_COLUMNS, ...columns]);
      const loaded = await this.documents.get(kind, id, plan);
      const document = loaded as unknown as ChangedDocument<C>;
      const decision = await decide(document, now);
      if (!decision) return false;
      if (kind === 'order' && document.status === ORDER_PERMANENTLY_DELETED)
        throw new OrderDeleted();
      await decision.write?.();
      await this.save(document, decision.columns, now);
      return true;
    });
  }

  private async save(
    { id, version }: ChangedDocument<never>,
    columns: Patch<SalesDocument> | undefined,
    now: Date,
  ): Promise<void> {
    // The condition on the version catches a caller that forgot to lock.
    const conditions = [whereEquals('id', id), whereEquals('version', version)];
    const patch = { ...columns, version: increment(1), updatedAt: now };
    const changed = await this.dataAccess.writer.update(SalesDocument, conditions, patch);
    if (changed !== 1) throw new DatabaseBusy();
  }
}
