import { ApiController, RequestBody, IdPath, PathParams, Update } from '../../../../api';
import { CommentDto } from '../../documents/changes/comment.dto';
import { DocumentComments } from '../../documents/changes/document-comments';
import { OrderDeleted } from '../../documents/changes/order-deleted';
import { okResponse } from '../../states';
import { PaidDto } from './order-content.dto';
import { PaidOrders } from './paid-orders';
import { ordersOpenApiTag } from '../orders.openapi-tag';

const bodyOptions = { bare: true };

/** Changes comment and payment of an order (specification, Sales documents). */
@ApiController('orders', { area: 'sales', openApiTag: ordersOpenApiTag })
export class OrderContentController {
  constructor(
    private readonly comments: DocumentComments,
    private readonly paidOrders: PaidOrders,
  ) {}

  @Update(':id/comments', {
    summary: 'Change the comment of an order',
    description:
      'Replaces the comment, which is part of the order and of its PDF; an empty text removes it. The order gets a ' +
      'new version. Setting the current comment again changes nothing.',
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
      'Without a body the order is marked as paid now; `paid: false` marks it as unpaid. The order gets a new ' +
      'version unless nothing changes. Existing invoices stay unchanged.',
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
