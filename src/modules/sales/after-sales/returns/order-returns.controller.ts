import {
  ApiController,
  collectionResponse,
  IdPath,
  PathParams,
  ResponseLoadPlan,
  Read,
} from '../../../../api';
import type { TablePlan } from '../../../../core/load-plan';
import type { SalesDocument } from '../../documents/entities/document.entity';
import { documentRecord } from '../../documents/records/document.record';
import { Returns } from './returns';
import { returnsOpenApiTag } from './returns.openapi-tag';

/** Specification, Sales documents: the returns of an order. */
@ApiController('orders', { area: 'sales', openApiTag: returnsOpenApiTag })
export class OrderReturnsController {
  constructor(private readonly returns: Returns) {}

  @Read(':id/returns', {
    summary: 'List the returns of an order',
    description:
      'Lists the returns of all its RMAs, as whole documents. The list is empty until goods have come back.',
    returns: collectionResponse('returns', documentRecord),
    cost: 'HEAVY',
  })
  listOrderReturns(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.returns.listByOrder(id, plan);
  }
}
