import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { DomainError, InvalidRequest, NotFound, ReferenceMismatch } from '../../../core/errors';
import { is, isOneOf, Stores } from '../../../database';
import { documentTypes } from '../documents/document-kinds';
import { SalesDocument } from '../documents/document.entity';
import { Documents } from '../documents/documents';
import { type StateChange, StatusChanges } from '../documents/status-changes';
import { type FoundSubStatuses, SubStatuses } from '../statuses/sub-statuses';
import { acknowledge, type OrderState, withoutInvoice } from './order-acknowledgement';
import type { ReceivedDto, ReceivedOrderDto } from './order.dto';

/** What became of one acknowledgement. */
export interface Acknowledged {
  readonly id: number;
  readonly pId: string;
  /** `ok`, `unchanged` or the code of an error. */
  readonly result: string;
  /** What the error says; empty without one. */
  readonly detail: string;
}

interface Judged extends Acknowledged {
  readonly change?: StateChange;
}

interface Place {
  readonly item: ReceivedOrderDto;
  readonly at: number;
}

type Named = Pick<ReceivedOrderDto, 'id' | 'pId' | 'status'>;

const planOf = (...columns: (keyof SalesDocument)[]) => ({
  columns: new Set<string>(columns),
  relations: new Map(),
});
const statePlan = planOf('pId', 'status', 'subStatusId', 'exported', 'version');
const pIdPlan = planOf('pId');
const parentPlan = planOf('parentId');

/** The export of orders to other systems: orders are polled as pending, and acknowledged as received. */
@Injectable()
export class OrderExportsService {
  constructor(
    private readonly stores: Stores,
    private readonly documents: Documents,
    private readonly changes: StatusChanges,
    private readonly subStatuses: SubStatuses,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, SubStatusElsewhere, ReferenceNotFound, VersionChanged, OrderDeleted, OrderInvoiced */
  receive(id: number, body: ReceivedDto): Promise<{ result: 'ok' | 'unchanged' }> {
    return this.stores.unitOfWork.run(async () => {
      const item = { ...body, id };
      const order = (await this.states([item]))(item);
      if (!order) throw new NotFound({ resource: 'order', id });
      const decided = acknowledge(order, body, await this.subStatusesOf([body]));
      if (decided instanceof DomainError) throw decided;
      if (decided === 'unchanged') return { result: 'unchanged' };
      await this.changes.save([decided], this.clock.now());
      return { result: 'ok' };
    });
  }

  /**
   * Acknowledges many orders in one transaction, each standing for itself: what one of them is refused for
   * does not touch the others. An order that stands in the list twice is judged twice, in order.
   * @throws InvalidRequest for an item that names no order
   */
  async receiveAll(items: readonly ReceivedOrderDto[]): Promise<Acknowledged[]> {
    refuseNameless(items);
    return this.stores.unitOfWork.run(async () => {
      const results: Acknowledged[] = [];
      let waiting = items.map((item, at): Place => ({ item, at }));
      while (waiting.length > 0) waiting = await this.receiveOnce(waiting, results);
      return results;
    });
  }

  /** @returns the items whose order has been judged already in this round, for the next one */
  private async receiveOnce(waiting: readonly Place[], results: Acknowledged[]): Promise<Place[]> {
    const items = waiting.map(({ item }) => item);
    const stateOf = await this.states(items);
    const subStatuses = await this.subStatusesOf(items);
    const seen = new Set<OrderState>();
    const changes: StateChange[] = [];
    const later: Place[] = [];
    for (const place of waiting) {
      const order = stateOf(place.item);
      if (order && seen.has(order)) {
        later.push(place);
        continue;
      }
      if (order) seen.add(order);
      const { change, ...result } = judge(place.item, order, subStatuses);
      results[place.at] = result;
      if (change) changes.push(change);
    }
    await this.changes.save(changes, this.clock.now());
    return later;
  }

  private subStatusesOf(bodies: readonly ReceivedDto[]): Promise<FoundSubStatuses> {
    return this.subStatuses.find(
      bodies.flatMap(({ subStatusId: id = 0 }) => (id === 0 ? [] : { id })),
    );
  }

  /** Reads orders, and keeps them as they are until the unit of work ends. */
  private async states(items: readonly Named[]): Promise<(item: Named) => OrderState | undefined> {
    const { loader } = this.stores;
    const ofOrders = is('type', documentTypes.order);
    const pIds = items.flatMap(({ id, pId }) => (pId && !id ? pId : []));
    const ids = new Set(items.flatMap(({ id }) => (id ? id : [])));
    const byPid = new Map<string, number>();
    if (pIds.length > 0) {
      const named = await loader.where(SalesDocument, [ofOrders, isOneOf('pId', pIds)], pIdPlan);
      for (const { id, pId } of named) byPid.set(pId, id);
      for (const { id } of named) ids.add(id);
    }
    await this.documents.lock([...ids]);
    const found = await loader.where(SalesDocument, [ofOrders, isOneOf('id', [...ids])], statePlan);
    const invoiced = await this.invoiced(items, found);
    const byId = new Map(
      found.map((order) => [order.id, { ...order, invoiced: invoiced.has(order.id) }]),
    );
    return ({ id, pId = '' }) => byId.get(id ? id : (byPid.get(pId) ?? 0));
  }

  /** Which of the orders have an invoice; asked only when an item wants what such orders may not have. */
  private async invoiced(
    items: readonly Named[],
    orders: readonly SalesDocument[],
  ): Promise<ReadonlySet<number | null>> {
    if (!items.some(({ status = 0 }) => withoutInvoice.has(status))) return new Set();
    const invoices = await this.stores.loader.where(
      SalesDocument,
      [
        is('type', documentTypes.invoice),
        isOneOf(
          'parentId',
          orders.map(({ id }) => id),
        ),
      ],
      parentPlan,
    );
    return new Set(invoices.map(({ parentId }) => parentId));
  }
}

/** 400: an item that names no order makes the whole list malformed. */
function refuseNameless(items: readonly ReceivedOrderDto[]): void {
  const faults = items.flatMap(({ id = 0, pId = '' }, at) =>
    id === 0 && pId === ''
      ? {
          pointer: `/orders/${at}`,
          code: 'reference.empty',
          detail: 'Each item needs the id or the pId of an order.',
        }
      : [],
  );
  if (faults.length > 0) throw new InvalidRequest(faults);
}

function judge(
  item: ReceivedOrderDto,
  order: OrderState | undefined,
  subStatuses: FoundSubStatuses,
): Judged {
  const { id = 0, pId = '' } = item;
  if (!order) {
    const { code, detail } = new NotFound({ resource: 'order', id: id === 0 ? pId : id });
    return { id, pId, result: code, detail };
  }
  const named = { id: order.id, pId: order.pId };
  const decided =
    pId === '' || pId === order.pId
      ? acknowledge(order, item, subStatuses)
      : new ReferenceMismatch({ pointer: '' });
  if (decided === 'unchanged') return { ...named, result: 'unchanged', detail: '' };
  if (!(decided instanceof DomainError))
    return { ...named, result: 'ok', detail: '', change: decided };
  const [fault] = decided.faults;
  return { ...named, result: fault?.code ?? decided.code, detail: decided.detail };
}
