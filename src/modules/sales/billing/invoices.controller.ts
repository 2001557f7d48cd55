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

/** Specification, Sales documents: invoices are read here; they are made where their source is. */
@ApiController('invoices', { area: 'sales', heading: invoicesOpenApiTag, examples: { id: 4 } })
export class InvoicesController {
  constructor(private readonly documents: Documents) {}

  @List('', {
    summary: 'List invoices, newest first',
    description:
      'Page by page, filtered by dates, numbers, headquarter, customer and the like; `q` looks ' +
      'into numbers, names, e-mail addresses, transaction ids and lines. `expand=document` ' +
      'answers them whole.',
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
      'The whole invoice with lines, taxes and totals. `PARENT` is its order; nothing changes ' +
      'it any more.',
    returns: documentRecord,
  })
  getInvoice(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.documents.get('invoice', id, plan);
  }
}
