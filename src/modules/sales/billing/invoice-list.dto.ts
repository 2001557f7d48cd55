import { Int } from '../../../api';
import { fromNumber, IssuedListQuery, toNumber } from '../documents';

export class InvoiceListQuery extends IssuedListQuery {
  @Int(fromNumber)
  fromInvoiceNumber!: number;

  @Int(toNumber)
  toInvoiceNumber!: number;
}
