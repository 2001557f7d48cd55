import { SchemaExample, Flag, Instant, Text } from '../../../../api';

/** What a request says of an order's payment. */
@SchemaExample({ paid: true, transactionId: 'T-4711' })
export class PaidDto {
  @Flag({ default: true, description: 'false: the order is not paid, and has no payment date' })
  paid?: boolean;

  @Instant({
    optional: true,
    description:
      'Absent: now, and of an order that is paid already the one that it has; empty: there is none',
  })
  paymentDate?: Date | null;

  @Text({ max: 255, optional: true, description: 'Absent: stays as it is' })
  authNumber?: string;

  @Text({ max: 255, optional: true, description: 'Absent: stays as it is' })
  transactionId?: string;
}
