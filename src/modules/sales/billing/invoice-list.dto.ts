import { Int } from '../../../api';
import {
  fromNumberOptions,
  IssuedListQuery,
  toNumberOptions,
} from '../documents/lists/issued-documents.dto';

export class InvoiceListQuery extends IssuedListQuery {
  @Int(fromNumberOptions)
  fromInvoiceNumber!: number;

  @Int(toNumberOptions)
  toInvoiceNumber!: number;
}
