import { Int } from '../../../api';
import { fromNumberOptions, IssuedListQuery, toNumberOptions } from '../documents';

export class InvoiceListQuery extends IssuedListQuery {
  @Int(fromNumberOptions)
  fromInvoiceNumber!: number;

  @Int(toNumberOptions)
  toInvoiceNumber!: number;
}
