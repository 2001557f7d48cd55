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
  collectionResponse,
  type OpenApiTag,
  Int,
} from '../../../api';
import { NotFound, ReferenceMismatch } from '../../../core/errors';
import { type DocumentPlan, Documents } from '../documents';
import { AnnulmentDto } from '../documents/changes/annulment.dto';
import { DocumentAnnulled } from '../documents/changes/document-annulments';
import {
  InvoiceExchanged,
  NothingLeftToCredit,
  AlreadyGenerated,
  OrderClosed,
} from '../documents/copies/generation-errors';
import { defineIssuedDocumentList } from '../documents/lists/issued-documents';
import { documentRecord } from '../documents/records/document.record';
import { InvoiceAnnulments, InvoiceHasCreditNotes } from './invoice-annulments';
import { FullInvoiceDto } from './simplified/full-invoice.dto';
import { InvoiceExchanges } from './simplified/invoice-exchanges';
import {
  BuyerIncomplete,
  InvoiceNotSimplified,
  BuyerDetailsRequired,
} from './simplified/simplified-errors';
import {
  VoucherCurrencyMismatch,
  VoucherExpired,
  VoucherNotFound,
  InsufficientVoucherBalance,
} from '../../users';
import { InvoiceGenerator } from './invoice-generator';
import {
  fromNumberOptions,
  IssuedListQuery,
  toNumberOptions,
} from '../documents/lists/issued-documents.dto';

const invoicesOpenApiTag: OpenApiTag = {
  name: 'Invoices',
  position: 200,
  description: 'An order has at most one open invoice. Numbers have no gaps.',
};

const invoiceList = defineIssuedDocumentList({
  numberFilterInfix: 'Invoice',
  responseKey: 'invoices',
});

class InvoiceListQuery extends IssuedListQuery {
  @Int(fromNumberOptions)
  fromInvoiceNumber!: number;

  @Int(toNumberOptions)
  toInvoiceNumber!: number;
}

/** Invoices (specification, Sales documents). */
@ApiController('', { area: 'sales', openApiTag: invoicesOpenApiTag })
export class InvoicesController {
  constructor(
    private readonly documents: Documents,
    private readonly annulments: InvoiceAnnulments,
    private readonly exchanges: InvoiceExchanges,
    private readonly invoiceGenerator: InvoiceGenerator,
  ) {}

  @List('invoices', {
    summary: 'List invoices, newest first',
    description:
      'Filters by dates, numbers, headquarter, customer etc. `q` searches numbers, names, e-mail addresses, ' +
      'transaction ids and rows. `expand=document` returns whole documents.',
    returns: invoiceList.pageResponse,
    errors: [ReferenceMismatch],
  })
  listInvoices(@QueryParams() query: InvoiceListQuery, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.listPage('invoice', invoiceList.listing, { ...query }, plan);
  }

  @Read('invoices/:id', {
    openApiJournalLinkKind: 'invoice',
    summary: 'Read an invoice',
    description:
      'Returns the whole invoice with rows, taxes and totals. `PARENT` is its order. An invoice only changes when it is closed or annulled.',
    returns: documentRecord,
    pathExamples: { id: 4 },
  })
  getInvoice(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.get('invoice', id, plan);
  }

  @Create('invoices/:id/annulment', {
    summary: 'Annul an invoice',
    description:
      'Use this for an invoice of a transaction that never took place. The invoice keeps its number and leaves the tax ' +
      'report, and its order can be invoiced again. Together with a full invoice, the simplified one that it replaced is ' +
      'annulled.',
    pathExamples: { id: 12 },
    returns: documentRecord,
    errors: [NotFound, DocumentAnnulled, InvoiceExchanged, InvoiceHasCreditNotes],
    destructive: true,
    isExtension: true,
  })
  async annulInvoice(
    @PathParams() { id }: IdPath,
    @RequestBody('annulment') { reason }: AnnulmentDto,
    @ResponseLoadPlan() plan: DocumentPlan,
  ) {
    await this.annulments.annul(id, reason);
    return this.documents.get('invoice', id, plan);
  }

  @Create('invoices/:id/full', {
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
    isExtension: true,
    pathExamples: { id: 4 },
  })
  async exchangeInvoice(
    @PathParams() { id }: IdPath,
    @RequestBody('invoices') { billingAddress }: FullInvoiceDto,
    @ResponseLoadPlan() plan: DocumentPlan,
  ) {
    const fullId = await this.exchanges.exchange(id, billingAddress);
    return this.documents.get('invoice', fullId, plan);
  }

  @Create('orders/:id/invoices', {
    summary: 'Create the invoice of an order',
    description:
      "The invoice has the order's lines and totals; without details of the buyer it is simplified, up to the limit of the " +
      "seller's country. An order has one open invoice: another one needs credit notes for all of it, and spends the " +
      'vouchers again that these have refunded.',
    returns: documentRecord,
    errors: [
      NotFound,
      OrderClosed,
      AlreadyGenerated,
      BuyerDetailsRequired,
      VoucherCurrencyMismatch,
      VoucherExpired,
      VoucherNotFound,
      InsufficientVoucherBalance,
    ],
    cost: 'HEAVY',
  })
  async createInvoice(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    const invoiceId = await this.invoiceGenerator.generate(id);
    return this.documents.get('invoice', invoiceId, plan);
  }

  @Read('orders/:id/invoices', {
    summary: 'Read the invoices of an order',
    description:
      'Returns an empty list if the order has not been invoiced yet. All invoices except the last are closed.',
    returns: collectionResponse('invoices', documentRecord),
    cost: 'HEAVY',
  })
  listOrderInvoices(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.listByParent('invoice', 'order', id, plan);
  }
}
