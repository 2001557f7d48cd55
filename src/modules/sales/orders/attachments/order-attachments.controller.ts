import { ApiController, IdPath, Operation, PathParams, QueryParams, Text } from '../../../../api';
import { NotFound } from '../../../../core/errors';
import { FileNotFound, FileStoreUnavailable, PathTooLong } from '../../../../platform/media/files';
import { orderAttachmentResponse } from './order-attachment.record';
import { AttachmentTooLarge, OrderAttachmentsService } from './order-attachments.service';
import { ordersOpenApiTag } from '../orders.openapi-tag';

class AttachmentQuery {
  @Text({
    max: 1024,
    example: 'order.pdf',
    description: "Path of the file below the order's folder",
  })
  value!: string;
}

/** Downloads files of orders (specification, Sales documents). */
@ApiController('orders', { area: 'sales', openApiTag: ordersOpenApiTag })
export class OrderAttachmentsController {
  constructor(private readonly attachments: OrderAttachmentsService) {}

  @Operation('get', ':id/attachment', {
    summary: 'Download a file attached to an order',
    description:
      'Returns a file of at most 50 MiB from the folder `attachments/orders/{id}` of the file store. It is Base64 in ' +
      'JSON, or the file itself if `Accept` ranks its type, or `application/octet-stream`, above JSON.',
    cost: 'HEAVY',
    returns: orderAttachmentResponse,
    errors: [NotFound, FileNotFound, AttachmentTooLarge, FileStoreUnavailable, PathTooLong],
  })
  getOrderAttachment(@PathParams() { id }: IdPath, @QueryParams() { value }: AttachmentQuery) {
    return this.attachments.get(id, value);
  }
}
