import { Instant, PublicId, Reference, type ReferenceDto, Text } from '../../../api';
import { ONE_LINE } from '../../../core/text';

/** A line of the type `invoice`: the invoice that the store has made of an order. */
export class InvoiceImportDto {
  @PublicId({ example: 'F-2026-0042' })
  pId!: string;

  @Reference({ description: 'The order that it was made of' })
  order!: ReferenceDto;

  @Text({ max: 255, min: 1, pattern: ONE_LINE, description: 'Kept as given' })
  documentNumber!: string;

  @Instant()
  date!: Date;
}
