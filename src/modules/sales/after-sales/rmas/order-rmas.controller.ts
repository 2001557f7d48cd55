import {
  ApiController,
  RequestBody,
  collectionResponse,
  Create,
  IdPath,
  PathParams,
  ResponseLoadPlan,
  Read,
} from '../../../../api';
import { NotFound, ReferenceNotFound } from '../../../../core/errors';
import type { TablePlan } from '../../../../core/load-plan';
import { UnitOfWork } from '../../../../database';
import { formatCode, formatCodes } from '../../../../core/codes';
import { Documents, ORDER_DELETED, stateCodes } from '../../documents';
import { OrderClosed } from '../../documents/copies/generation-errors';
import type { SalesDocument } from '../../documents/entities/document.entity';
import { AmountsTooLarge } from '../amounts/amounts-too-large';
import { AdditionalItemsTooLarge } from './item-limits';
import { RowNotReturnable, ReturnQuantityTooLarge } from './rma-errors';
import { rmaRequestRowRecord } from './rma-request-row.record';
import { RmaRequestDto } from './rma-request.dto';
import { RmaRequests } from './rma-requests';
import { rmaRecord } from './rma.record';
import { rmasOpenApiTag } from './rmas.openapi-tag';

/** Specification, Sales documents: the RMAs of an order. */
@ApiController('orders', { area: 'sales', openApiTag: rmasOpenApiTag })
export class OrderRmasController {
  constructor(
    private readonly requests: RmaRequests,
    private readonly documents: Documents,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Read(':id/rmas/request', {
    summary: 'List the lines of an order that can be returned',
    description:
      'Lists all lines, with the items of bundles in place of the bundles. QUANTITYRETURNABLE is the quantity that can ' +
      'still be returned.',
    returns: collectionResponse('ROWS', rmaRequestRowRecord),
  })
  listReturnableRows(@PathParams() { id }: IdPath) {
    return this.requests.listReturnableRows(id);
  }

  @Create(':id/rmas', {
    summary: 'Create an RMA for an order',
    description:
      'An RMA names lines by their HASH, with quantities that no other RMA has, or additional amounts to refund, or both. ' +
      `It starts in ${formatCode(stateCodes.rma, 1)}. Orders in ${formatCodes(stateCodes.order, [6, -1])} can only have ` +
      `RMAs if they have an invoice, orders in ${formatCode(stateCodes.order, ORDER_DELETED)} can't have any.`,
    returns: rmaRecord,
    errors: [
      NotFound,
      ReferenceNotFound,
      RowNotReturnable,
      AdditionalItemsTooLarge,
      AmountsTooLarge,
      OrderClosed,
      ReturnQuantityTooLarge,
    ],
    cost: 'HEAVY',
  })
  createRma(
    @PathParams() { id }: IdPath,
    @RequestBody('rmas') body: RmaRequestDto,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.unitOfWork.run(async () => {
      const rmaId = await this.requests.create(id, body);
      return this.documents.get('rma', rmaId, plan);
    });
  }

  @Read(':id/rmas', {
    summary: 'List the RMAs of an order',
    description:
      'Lists the RMAs of the order in every state, as whole documents. The key of the list is `returns`.',
    returns: collectionResponse('returns', rmaRecord),
    cost: 'HEAVY',
  })
  listOrderRmas(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.requests.listByOrder(id, plan);
  }
}
