import { Decimal, SchemaExample, Flag, IdPath, RecordId } from '../../../api';

@SchemaExample({ percentCommission: 7.5 })
export class UpdateSalesAgentDto {
  @Flag({ optional: true })
  active?: boolean;

  @Decimal({ decimals: 6, min: 0, max: 100, optional: true, example: 7.5 })
  percentCommission?: number;
}

/** `{id}` of a sales agent and `{userId}` of a customer. */
export class SalesAgentCustomerPath extends IdPath {
  @RecordId({ description: 'Internal identifier of the customer' })
  userId!: number;
}
