import { SchemaExample, Flag, Instant, Text } from '../../../../api';

/** Body of a request that changes an order's payment. */
@SchemaExample({ paid: true })
export class PaidDto {
  @Flag({ default: true, description: 'false: the order is unpaid and has no payment date' })
  paid?: boolean;

  @Instant({
    optional: true,
    description: 'Absent: now, or unchanged if the order is already paid; empty: no payment date',
  })
  paymentDate?: Date | null;

  @Text({ max: 255, optional: true, description: 'Absent: stays as it is' })
  authNumber?: string;

  @Text({ max: 255, optional: true, description: 'Absent: stays as it is' })
  transactionId?: string;
}
