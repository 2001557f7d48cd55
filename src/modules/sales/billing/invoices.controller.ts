import {
  ApiController,
  Create,
  IdPath,
  List,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  Read,
  RequestBody,
} from '../../../api';
import { NotFound, ReferenceMismatch } from '../../../core/errors';
import type { TablePlan } from '../../../core/load-plan';
import { UnitOfWork } from '../../../database';
import { Documents } from '../documents';
import { AnnulmentDto } from '../documents/changes/annulment.dto';
import { DocumentAnnulled } from '../documents/changes/annulments';
import { InvoiceExchanged, NothingLeftToCredit } from '../documents/copies/generation-errors';
import type { SalesDocument } from '../documents/entities/document.entity';
import { issuedDocumentList } from '../documents/lists/issued-documents';
import { documentRecord } from '../documents/records/document.record';
import { InvoiceListQuery } from './invoice-list.dto';
import { InvoiceAnnulments, InvoiceCorrected } from './invoice-annulments';
import { invoicesOpenApiTag } from './invoices.openapi-tag';
import { FullInvoiceDto } from './simplified/full-invoice.dto';
import { InvoiceExchanges } from './simplified/invoice-exchanges';
import { BuyerIncomplete, InvoiceNotSimplified } from './simplified/simplified-errors';

const invoices = issuedDocumentList('Invoice', 'invoices');

/** Reads invoices (specification, Sales documents), which are created under `orders`, and exchanges them. */
@ApiController('invoices', { area: 'sales', openApiTag: invoicesOpenApiTag, examples: { id: 4 } })
export class InvoicesController {
  constructor(
    private readonly documents: Documents,
    private readonly annulments: InvoiceAnnulments,
    private readonly exchanges: InvoiceExchanges,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @List('', {
    summary: 'List invoices, newest first',
    description:
      'Filters by dates, numbers, headquarter, customer etc. `q` searches numbers, names, e-mail addresses, ' +
      'transaction ids and rows. `expand=document` returns whole documents.',
    returns: invoices.pages,
    errors: [ReferenceMismatch],
  })
  listInvoices(
    @QueryParams() query: InvoiceListQuery,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.documents.listPage('invoice', invoices.listing, { ...query }, plan);
  }

  @Read(':id', {
    journalKind: 'invoice',
    summary: 'Read an invoice',
    description:
      'Returns the whole invoice with rows, taxes and totals. `PARENT` is its order. An invoice only changes when it is closed or annulled.',
    returns: documentRecord,
  })
  getInvoice(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.documents.get('invoice', id, plan);
  }

  @Create(':id/annulment', {
    summary: 'Annul an invoice',
    description:
      'Use this for an invoice of a transaction that never took place. The invoice keeps its number and leaves the tax ' +
      'report, and its order can be invoiced again. Together with a full invoice, the simplified one that it replaced is ' +
      'annulled.',
    examples: { id: 12 },
    returns: documentRecord,
    errors: [NotFound, DocumentAnnulled, InvoiceExchanged, InvoiceCorrected],
    destructive: true,
    extension: true,
  })
  annulInvoice(
    @PathParams() { id }: IdPath,
    @RequestBody('annulment') { reason }: AnnulmentDto,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.annulments.annul(id, reason);
      return this.documents.get('invoice', id, plan);
    });
  }

  @Create(':id/full', {
    summary: 'Exchange a simplified invoice for a full one',
    description:
      'Returns the full invoice, with the lines and amounts of the simplified one and the billing address of the body. The ' +
      'simplified invoice is then closed: credit notes refer to the full one.',
    returns: documentRecord,
    errors: [
      NotFound,
      BuyerIncomplete,
      InvoiceNotSimplified,
      InvoiceExchanged,
      DocumentAnnulled,
      NothingLeftToCredit,
    ],
    extension: true,
  })
  exchangeInvoice(
    @PathParams() { id }: IdPath,
    @RequestBody('invoices') { billingAddress }: FullInvoiceDto,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.unitOfWork.run(async () => {
      const fullId = await this.exchanges.exchange(id, billingAddress);
      return this.documents.get('invoice', fullId, plan);
    });
  }
}
