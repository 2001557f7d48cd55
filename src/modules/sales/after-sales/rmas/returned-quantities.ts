import { Injectable } from '@nestjs/common';
import { type DomainError, DatabaseBusy } from '../../../../core/errors';
import { createLoadPlan, type Loaded, mergePlans } from '../../../../core/load-plan';
import type { Thousandths } from '../../../../core/money';
import { whereEquals, whereIn, DataAccess, mapViolations } from '../../../../database';
import { type AssembledDocument, closedRmaStates, Documents, listLeafRows } from '../../documents';
import { DocumentGenerator } from '../../documents/copies/document-generator';
import { DocumentRow } from '../../documents/entities/document-row.entity';
import { SalesDocument } from '../../documents/entities/document.entity';
import { TransitionGuard, type StateChange } from '../../states';
import { AdditionalItemLimits } from './additional-item-limits';
import { type QuantityExcess, ReturnQuantityTooLarge } from './rma-errors';
import type { CopySource } from '../../documents/copies/copy-source';

const rmaPlan = createLoadPlan(SalesDocument, ['parentId'], {
  rows: ['parentRowId', 'sourceRowId', 'quantity'],
  additionalItems: ['type', 'amount'],
});
const rmaStatusPlan = mergePlans(rmaPlan, createLoadPlan(SalesDocument, ['status']));
type Rma = AssembledDocument<Loaded<typeof rmaPlan>>;

const linePlan = createLoadPlan(DocumentRow, ['hash', 'quantity', 'returned']);

/**
 * How much of an order's lines its RMAs hold. It is counted in the lines themselves, so the database refuses more
 * than was bought, even to concurrent requests.
 */
@Injectable()
@TransitionGuard()
export class ReturnedQuantities implements TransitionGuard {
  readonly guardedKind = 'rma';

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
    private readonly documentGenerator: DocumentGenerator,
    private readonly additionalItemLimits: AdditionalItemLimits,
  ) {}

  /**
   * Counts quantities of lines as returned, inside the unit of work that has locked their order.
   * @param quantities thousandths by the ids of the order's lines; negative ones are released
   * @throws DatabaseBusy when the lines are not as they were read: other nodes of a cluster don't see a lock
   */
  async adjust(quantities: ReadonlyMap<number, Thousandths>): Promise<void> {
    await mapViolations(
      () => this.dataAccess.writer.incrementEach(DocumentRow, 'returned', quantities),
      {
        check: (cause) => Object.assign(new DatabaseBusy(), { cause }),
      },
    );
  }

  /**
   * Releases quantities of the locked order's lines that were credited without a return, unless an RMA or another
   * credit note holds them.
   * @param quantities thousandths by the ids of the order's lines
   * @param others what other credit notes without a return hold
   */
  async releaseCreditedQuantities(
    order: Pick<CopySource, 'id' | 'rows'>,
    quantities: ReadonlyMap<number, Thousandths>,
    others: ReadonlyMap<number, Thousandths>,
  ): Promise<void> {
    const rmas = await this.documents.list(
      'rma',
      [whereEquals('parentId', order.id)],
      rmaStatusPlan,
    );
    const held = new Map(others);
    for (const rma of rmas.filter(({ status }) => holdsQuantities(status))) {
      for (const [id, quantity] of toQuantities(rma)) held.set(id, (held.get(id) ?? 0) + quantity);
    }
    const freed = listLeafRows(order.rows).flatMap(({ id, returned }): [number, Thousandths][] => {
      const quantity = Math.min(quantities.get(id) ?? 0, returned - (held.get(id) ?? 0));
      return quantity > 0 ? [[id, -quantity]] : [];
    });
    await this.adjust(new Map(freed));
  }

  /**
   * Adjusts the quantities when RMAs change their state, inside the unit of work that has locked them. RMAs that get
   * a closed state (`closedRmaStates`) release their quantities. RMAs that leave such a state take them again, in the
   * order of `stateChanges`.
   * @returns errors of RMAs that can't be reopened, by their ids, for example because other RMAs hold the quantities
   */
  async applyTransitions(
    stateChanges: readonly StateChange[],
  ): Promise<ReadonlyMap<number, DomainError>> {
    const changing = stateChanges.filter(
      ({ from, to }) => holdsQuantities(from.status) !== holdsQuantities(to.status),
    );
    const errorByRmaId = new Map<number, DomainError>();
    if (changing.length === 0) return errorByRmaId;
    const ids = changing.map(({ id }) => id);
    const rmas = await this.documents.list('rma', [whereIn('id', ids)], rmaPlan);
    const lines = await this.lockOrderLines(rmas);
    const quantitiesByRmaId = new Map(rmas.map((rma) => [rma.id, toQuantities(rma)]));
    const added = new Map<number, Thousandths>();
    for (const { id, to } of changing) {
      const quantities = quantitiesByRmaId.get(id) ?? new Map<number, Thousandths>();
      const excesses = holdsQuantities(to.status) ? findExcesses(quantities, lines, added) : [];
      if (excesses.length > 0) {
        errorByRmaId.set(id, new ReturnQuantityTooLarge(excesses));
        continue;
      }
      const itemsError =
        holdsQuantities(to.status) &&
        (await this.findRmaItemsError(rmas.find((one) => one.id === id)));
      if (itemsError) {
        errorByRmaId.set(id, itemsError);
        continue;
      }
      const sign = holdsQuantities(to.status) ? 1 : -1;
      for (const [line, quantity] of quantities) {
        added.set(line, (added.get(line) ?? 0) + sign * quantity);
      }
    }
    await this.adjust(new Map([...added].filter(([, quantity]) => quantity !== 0)));
    return errorByRmaId;
  }

  /** Returns an error if the additional items of a reopened RMA exceed what is left to refund. */
  private async findRmaItemsError(rma?: Rma): Promise<DomainError | undefined> {
    if (!rma || rma.additionalItems.length === 0) return undefined;
    const order = await this.documentGenerator.lockAndLoadSource('order', rma.parentId ?? 0);
    return this.additionalItemLimits.findExcessError(order, rma.additionalItems, { rmaId: rma.id });
  }

  /** The lines of the RMAs' orders, which stay as they are until the unit of work ends; by id. */
  private async lockOrderLines(
    rmas: readonly Pick<SalesDocument, 'parentId'>[],
  ): Promise<Map<number, Loaded<typeof linePlan>>> {
    const orders = [...new Set(rmas.flatMap(({ parentId }) => parentId ?? []))];
    await this.documents.lock(orders);
    const conditions = [whereIn('documentId', orders)];
    const lines = await this.dataAccess.loader.listWhere(DocumentRow, conditions, linePlan);
    return new Map(lines.map((line) => [line.id, line]));
  }
}

/** Whether an RMA in this state holds its quantities of the order's lines. */
function holdsQuantities(status: number): boolean {
  return !closedRmaStates.has(status);
}

/** By the ids of the order's lines. */
function toQuantities({ rows }: Pick<Rma, 'rows'>): Map<number, Thousandths> {
  const lines = rows.flatMap((row) => row.items ?? [row]);
  return new Map(lines.map(({ sourceRowId, quantity }) => [sourceRowId ?? 0, quantity]));
}

function findExcesses(
  quantities: ReadonlyMap<number, Thousandths>,
  lines: ReadonlyMap<number, Loaded<typeof linePlan>>,
  added: ReadonlyMap<number, Thousandths>,
): QuantityExcess[] {
  return [...quantities].flatMap(([id, requested]) => {
    const { hash = '', quantity = 0, returned = 0 } = lines.get(id) ?? {};
    const remaining = quantity - returned - (added.get(id) ?? 0);
    return requested > remaining ? [{ hash, requested, remaining }] : [];
  });
}
