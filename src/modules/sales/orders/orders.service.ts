import { Injectable } from '@nestjs/common';
import { PidTaken } from '../../../core/errors';
import type { LoadPlan, TablePlan } from '../../../core/load-plan';
import type { Page } from '../../../core/page';
import { Stores, workQueue } from '../../../database';
import { ImportService, type ImportCaller } from '../../../platform/data-transfer/imports';
import { Documents, type Assembled } from '../documents';
import type { SalesDocument } from '../documents/entities/document.entity';
import { documentListing } from '../documents/lists/document-listing';
import { exportedConditions, pendingConditions } from '../states';
import type { OrderLineDto } from './imports/order-line.dto';
import type { OrderListQuery, PendingOrdersQuery } from './order.dto';

const allOrders = documentListing('Order', 'id.desc');
const pendingOrders = workQueue(documentListing('Order', 'id.asc'));

/** Reads orders and creates single orders. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly stores: Stores,
    private readonly documents: Documents,
    private readonly importService: ImportService,
  ) {}

  list(query: OrderListQuery, plan: TablePlan<SalesDocument>): Promise<Page<SalesDocument>> {
    return this.documents.listPage('order', allOrders, { ...query }, plan);
  }

  listPending(
    query: PendingOrdersQuery,
    plan: TablePlan<SalesDocument>,
  ): Promise<Page<SalesDocument>> {
    return this.documents.listPage(
      'order',
      pendingOrders,
      { ...query },
      plan,
      pendingConditions.order,
    );
  }

  listReceived(
    query: OrderListQuery,
    plan: TablePlan<SalesDocument>,
  ): Promise<Page<SalesDocument>> {
    return this.documents.listPage('order', allOrders, { ...query }, plan, exportedConditions);
  }

  get<R extends Pick<SalesDocument, 'id' | 'type'>>(
    id: number,
    plan: LoadPlan<SalesDocument, R>,
  ): Promise<Assembled<R>> {
    return this.documents.get('order', id, plan);
  }

  async idOf(pId: string): Promise<{ id: number }> {
    return { id: await this.documents.idOf('order', pId) };
  }

  /**
   * Creates one order.
   * @param given the unparsed body of the request
   * @throws PidTaken, OrderDiffers and the other errors of order imports
   */
  create(value: OrderLineDto, given: unknown, caller: ImportCaller): Promise<{ id: number }> {
    return this.stores.unitOfWork.run(async () => {
      const { pId } = value;
      const { result, id } = await this.importService.importOne('order', { value, given }, caller);
      if (result !== 'created') {
        throw new PidTaken({ resource: 'order', pId, id, pointer: '/pId' });
      }
      return { id };
    });
  }
}
