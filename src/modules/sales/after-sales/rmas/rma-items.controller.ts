import {
  ApiController,
  RequestBody,
  collectionResponse,
  Create,
  IdPath,
  PathParams,
} from '../../../../api';
import { NotFound } from '../../../../core/errors';
import { formatCodes } from '../../../../core/codes';
import { stateCodes } from '../../documents';
import { AmountsTooLarge } from '../amounts/amounts-too-large';
import { AdditionalItemsTooLarge } from './item-limits';
import { RmaFinal, TooManyAdditionalItems } from './rma-errors';
import { RmaItems } from './rma-items';
import { AdditionalItemDto } from './rma-request.dto';
import { additionalItemRecord } from './rma.record';
import { rmasOpenApiTag } from './rmas.openapi-tag';

/** Specification, Sales documents: refunds of RMAs in addition to their lines. */
@ApiController('rmas', { area: 'sales', openApiTag: rmasOpenApiTag, examples: { id: 5 } })
export class RmaItemsController {
  constructor(private readonly items: RmaItems) {}

  @Create(':id/additionalItems', {
    summary: 'Add amounts to refund to an RMA',
    description:
      'SHIPPING and PAYMENT include tax; VOUCHER only sets TOTALVOUCHERS, the part of the refund for vouchers. Each type is ' +
      'limited to the invoiced amount. RMAs in ' +
      `${formatCodes(stateCodes.rma, [4, 6])} accept no items; the response contains all items.`,
    returns: collectionResponse('ADDITIONAITEMS', additionalItemRecord),
    errors: [NotFound, RmaFinal, TooManyAdditionalItems, AdditionalItemsTooLarge, AmountsTooLarge],
  })
  addRmaItems(
    @PathParams() { id }: IdPath,
    @RequestBody('additionalItems', { list: { of: AdditionalItemDto, maxItems: 1000 } })
    items: AdditionalItemDto[],
  ) {
    return this.items.add(id, items);
  }
}
