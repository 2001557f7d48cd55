import { ApiController, Body, IdPath, Path, Update } from '../../../../api';
import { CommentDto, DocumentComments, OrderDeleted } from '../../documents';
import { changed } from '../../states';
import { PaidDto } from './order-content.dto';
import { PaidOrders } from './paid-orders';
import { ordersHeading } from '../orders.heading';

const bare = { bare: true };

/** Specification, Sales documents: what of an order's own content can be changed. */
@ApiController('orders', { area: 'sales', heading: ordersHeading })
export class OrderContentController {
  constructor(
    private readonly comments: DocumentComments,
    private readonly paidOrders: PaidOrders,
  ) {}

  @Update(':id/comments', {
    summary: 'Change the comment of an order',
    returns: changed,
    errors: [OrderDeleted],
    current: 'getOrder',
  })
  updateOrderComments(@Path() { id }: IdPath, @Body('orders', bare) { comment }: CommentDto) {
    return this.comments.set('order', id, comment);
  }

  @Update(':id/paid', {
    summary: 'Mark an order as paid',
    description: 'Without a body it is paid now; what is so already is no change.',
    returns: changed,
    errors: [OrderDeleted],
    current: 'getOrder',
  })
  async updateOrderPaid(
    @Path() { id }: IdPath,
    @Body('orders', { ...bare, optional: true }) body: PaidDto,
  ) {
    await this.paidOrders.markPaid(id, body);
    return { result: 'ok' as const };
  }
}
