import type { DocumentTax } from '../documents/document-tax.entity';
import type { PartTax } from '../documents/snapshots';
import type { TaxAmounts } from '../totals';
import type { OrderLineDto, OrderTaxDto } from './order-line.dto';
import type { OrderLookups } from './order-lookups';

type TaxColumns = Pick<DocumentTax, 'taxId' | 'taxPId' | 'name'>;

/** The id, pId and name of a tax by the key that the totals know it by. */
export type TaxNames = (taxKey: string | number) => TaxColumns;

/** The taxes that stand anywhere in an order; their references were found before. */
export function taxNames(order: OrderLineDto, lookups: OrderLookups): TaxNames {
  const known = new Map<string | number, TaxColumns>();
  const note = (taxes: readonly OrderTaxDto[] = []): void => {
    for (const { tax } of taxes) {
      const { id, pId, name } = lookups.one('tax', tax, '');
      if (!known.has(id)) known.set(id, { taxId: id, taxPId: pId, name });
    }
  };
  for (const row of order.rows) {
    note(row.taxes);
    for (const item of row.items ?? []) note(item.taxes);
  }
  for (const { taxes } of order.shipments ?? []) note(taxes);
  note(order.payment?.taxes);
  return (taxKey) => known.get(taxKey) as TaxColumns;
}

/** The taxes of a shipment or of the payment, with the rates that count for the customer. */
export function partTaxes(taxes: readonly TaxAmounts[] = [], names: TaxNames): PartTax[] {
  return taxes.map(({ taxKey, rate, reRate }) => {
    const { taxId, taxPId, name } = names(taxKey);
    return { id: taxId, pId: taxPId, name, rate, reRate };
  });
}
