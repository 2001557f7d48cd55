import {
  Decimal,
  SchemaExample,
  Flag,
  ListOf,
  Money,
  OneOf,
  Reference,
  type ReferenceDto,
  Text,
} from '../../../../api';

/** R5 is for simplified invoices, which can't be chosen here. */
export const reasonCodes = ['R1', 'R2', 'R3', 'R4'] as const;

/** A line that is credited: a quantity or an amount of it. */
export class CreditLineDto {
  @Text({ max: 255, description: "The line's HASH; of a bundle those of its items" })
  hash!: string;

  @Decimal({ decimals: 3, above: 0, optional: true, description: 'In place of `amount`' })
  quantity?: number;

  @Money({
    above: 0,
    optional: true,
    description: 'Before tax, after all discounts; in place of `quantity`, which stays as it is',
  })
  amount?: number;
}

/** A tax group that is credited. */
export class CreditTaxDto {
  @Reference({ description: 'As the invoice has it in TAXES' })
  tax!: ReferenceDto;

  @Money({ above: 0, description: 'Before tax' })
  base!: number;
}

/** Exactly one of `full`, `lines` and `taxes` is given. */
@SchemaExample({ taxes: [{ tax: { id: 1 }, base: 0.5 }], reason: 'Discount agreed on later' })
export class InvoiceCreditDto {
  @Flag({ default: false, description: 'Everything that is left' })
  full!: boolean;

  @ListOf(() => CreditLineDto, { optional: true, min: 1, uniqueMembers: ['hash'] })
  lines?: CreditLineDto[];

  @ListOf(() => CreditTaxDto, { optional: true, min: 1 })
  taxes?: CreditTaxDto[];

  @Text({
    max: 1000,
    default: '',
    description: 'Why the invoice is corrected, as the note shows it',
  })
  reason!: string;

  @OneOf(reasonCodes, {
    optional: true,
    description: 'Only for sellers in Spain, there R1 by default; not for simplified invoices',
  })
  reasonCode?: (typeof reasonCodes)[number];

  @Text({ max: 65_535, default: '' })
  comment!: string;
}
