import { Int } from '../../../api';
import { fromNumber, IssuedListQuery, toNumber } from './issued-documents.dto';

export class InvoiceListQuery extends IssuedListQuery {
  @Int(fromNumber)
  fromInvoiceNumber!: number;

  @Int(toNumber)
  toInvoiceNumber!: number;
}
