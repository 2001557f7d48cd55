import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock';
import { DatabaseBusy } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { is, type Patch, increment, Stores } from '../../../../database';
import type { DocumentKind } from '../document-kinds';
import { ORDER_DELETED } from '../document-states';
import { Documents } from '../documents';
import { SalesDocument } from '../entities/document.entity';
import { OrderDeleted } from './order-deleted';

/** What every change reads of a document, besides what its decision needs. */
const BASE_COLUMNS: readonly (keyof SalesDocument)[] = ['type', 'status', 'version'];

/** What becomes of a document: nothing, or columns that change and parts that are written. */
type ChangeDecision =
  { readonly columns?: Patch<SalesDocument>; readonly write?: () => Promise<void> } | undefined;

/** Changes of what documents hold; those of their states go another way (status-changes.ts). */
@Injectable()
export class DocumentChanges {
  constructor(
    private readonly stores: Stores,
    private readonly documents: Documents,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks a document, lets `decide` judge it, and writes what that decides together with the document's next
   * version; in a unit of work of its own or inside the one around.
   * @param wanted columns that `decide` reads
   * @param decide gives undefined when nothing is to be changed
   * @returns whether something was changed
   * @throws NotFound, what `decide` throws, OrderDeleted for an order in -11 that would change
   */
  change(
    kind: DocumentKind,
    id: number,
    wanted: readonly (keyof SalesDocument)[],
    decide: (document: SalesDocument, now: Date) => ChangeDecision | Promise<ChangeDecision>,
  ): Promise<boolean> {
    return this.stores.unitOfWork.run(async () => {
      const now = this.clock.now();
      await this.documents.lock([id]);
      const document = await this.documents.get(
        kind,
        id,
        createLoadPlan(SalesDocument, [...BASE_COLUMNS, ...wanted]),
      );
      const decision = await decide(document, now);
      if (!decision) return false;
      if (kind === 'order' && document.status === ORDER_DELETED) throw new OrderDeleted();
      await decision.write?.();
      await this.save(document, decision.columns, now);
      return true;
    });
  }

  private async save(
    { id, version }: SalesDocument,
    columns: Patch<SalesDocument> | undefined,
    now: Date,
  ): Promise<void> {
    // The version is checked once more, in case a lock was forgotten.
    const target = [is('id', id), is('version', version)];
    const patch = { ...columns, version: increment(1), updatedAt: now };
    const changed = await this.stores.writer.update(SalesDocument, target, patch);
    if (changed !== 1) throw new DatabaseBusy();
  }
}
