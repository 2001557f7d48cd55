import {
  ApiController,
  IdPath,
  List,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  Read,
} from '../../../api';
import type { TablePlan } from '../../../core/load-plan';
import { documentRecord, Documents, issuedDocumentList, type SalesDocument } from '../documents';
import { InvoiceListQuery } from './invoice-list.dto';
import { invoicesOpenApiTag } from './invoices.openapi-tag';

const invoices = issuedDocumentList('Invoice', 'invoices');

/** Reads invoices (specification, Sales documents). They are created under `orders`. */
@ApiController('invoices', { area: 'sales', heading: invoicesOpenApiTag, examples: { id: 4 } })
export class InvoicesController {
  constructor(private readonly documents: Documents) {}

  @List('', {
    summary: 'List invoices, newest first',
    description:
      'Filters by dates, numbers, headquarter, customer etc. `q` searches numbers, names, e-mail addresses, ' +
      'transaction ids and rows. `expand=document` returns whole documents.',
    returns: invoices.pages,
  })
  listInvoices(
    @QueryParams() query: InvoiceListQuery,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.documents.listPage('invoice', invoices.listing, { ...query }, plan);
  }

  @Read(':id', {
    summary: 'Read an invoice',
    description:
      'Returns the whole invoice with rows, taxes and totals. `PARENT` is its order. An invoice never changes.',
    returns: documentRecord,
  })
  getInvoice(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.documents.get('invoice', id, plan);
  }
}
