import { ApiController, IdPath, Operation, PathParams, QueryParams, Text } from '../../../../api';
import { NotFound } from '../../../../core/errors';
import { FileNotFound, FileStoreUnavailable, PathTooLong } from '../../../../platform/media/files';
import { orderAttachment } from './order-attachment.record';
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

/** Specification, Sales documents: files that are attached to orders. */
@ApiController('orders', { area: 'sales', heading: ordersOpenApiTag })
export class OrderAttachmentsController {
  constructor(private readonly attachments: OrderAttachmentsService) {}

  @Operation('get', ':id/attachment', {
    summary: 'Download a file attached to an order',
    description:
      'Files lie below `attachments/orders/{id}` of the file store; at most 50 MiB. As Base64 in JSON, or as the file ' +
      'itself where `Accept` ranks its type, or `application/octet-stream`, above JSON.',
    cost: 'HEAVY',
    returns: orderAttachment,
    errors: [NotFound, FileNotFound, AttachmentTooLarge, FileStoreUnavailable, PathTooLong],
  })
  getOrderAttachment(@PathParams() { id }: IdPath, @QueryParams() { value }: AttachmentQuery) {
    return this.attachments.get(id, value);
  }
}
