import type { TenThousandths } from '../../../core/money';
import type { SalesDocument } from './entities/document.entity';

/** Returns how much of an order or invoice was paid in money. A document only records whether all of it was. */
export function getAmountPaidInMoney({
  paid,
  total,
}: Pick<SalesDocument, 'paid' | 'total'>): TenThousandths {
  return paid ? total : 0;
}
