import { Int, OneOf, Sort } from '../../../api';
import { DocumentListQuery } from '../documents/document-list.dto';
import { documentSorts } from '../documents/document-listing';
import { states } from '../statuses/states';

/** Newest first, as of all lists of sales documents. */
class IssuedListQuery extends DocumentListQuery {
  @Sort(documentSorts, { default: 'id.desc' })
  sort!: string;
}

const numbers = { min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 };
const from = {
  ...numbers,
  description: 'Only numbers of their series from this one on; 0 for all',
};
const to = { ...numbers, description: 'Only numbers of their series up to this one; 0 for all' };

export class InvoiceListQuery extends IssuedListQuery {
  @Int(from)
  fromInvoiceNumber!: number;

  @Int(to)
  toInvoiceNumber!: number;
}

export class CreditNoteListQuery extends IssuedListQuery {
  @Int(from)
  fromCreditNoteNumber!: number;

  @Int(to)
  toCreditNoteNumber!: number;
}

export class ReturnListQuery extends IssuedListQuery {
  @Int(from)
  fromReturnNumber!: number;

  @Int(to)
  toReturnNumber!: number;

  @OneOf(states.rma, { optional: true, description: 'Only returns in this state; 0 is Incidents' })
  status?: number;
}
