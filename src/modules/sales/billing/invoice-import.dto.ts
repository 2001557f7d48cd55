import { Instant, OneOf, PublicId, Reference, type ReferenceDto, Text } from '../../../api';
import { ONE_LINE_PATTERN } from '../../../core/text-folding';

/** An import record of the type `invoice`: an invoice that the store has issued for an order. */
export class InvoiceImportDto {
  @PublicId({ example: 'F-2026-0042' })
  pId!: string;

  @Reference({ description: 'The invoiced order' })
  order!: ReferenceDto;

  @Text({ max: 255, min: 1, pattern: ONE_LINE_PATTERN, description: 'Kept as given' })
  documentNumber!: string;

  @Instant()
  date!: Date;

  @OneOf(['full', 'simplified'], { optional: true, description: 'Absent: full' })
  kind?: 'full' | 'simplified';
}
