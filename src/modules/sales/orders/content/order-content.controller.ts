import { ApiController, RequestBody, IdPath, PathParams, Update } from '../../../../api';
import { CommentDto, DocumentComments, OrderDeleted } from '../../documents';
import { okResponse } from '../../states';
import { PaidDto } from './order-content.dto';
import { PaidOrders } from './paid-orders';
import { ordersOpenApiTag } from '../orders.openapi-tag';

const bodyOptions = { bare: true };

/** Specification, Sales documents: what of an order's own content can be changed. */
@ApiController('orders', { area: 'sales', heading: ordersOpenApiTag })
export class OrderContentController {
  constructor(
    private readonly comments: DocumentComments,
    private readonly paidOrders: PaidOrders,
  ) {}

  @Update(':id/comments', {
    summary: 'Change the comment of an order',
    description:
      'Replaces the comment that stands in the order and on its PDF; an empty one is none. It ' +
      "makes the order's next version; the same comment again is no change.",
    returns: okResponse,
    errors: [OrderDeleted],
    ifMatchOperation: 'getOrder',
  })
  updateOrderComments(
    @PathParams() { id }: IdPath,
    @RequestBody('orders', bodyOptions) { comment }: CommentDto,
  ) {
    return this.comments.set('order', id, comment);
  }

  @Update(':id/paid', {
    summary: 'Mark an order as paid',
    description:
      "Without a body it is paid now; `paid: false` takes it back. It makes the order's next version, what is so already is no change; invoices that were made before stay as they are.",
    returns: okResponse,
    errors: [OrderDeleted],
    ifMatchOperation: 'getOrder',
  })
  async updateOrderPaid(
    @PathParams() { id }: IdPath,
    @RequestBody('orders', { ...bodyOptions, optional: true }) body: PaidDto,
  ) {
    await this.paidOrders.markPaid(id, body);
    return { result: 'ok' as const };
  }
}
