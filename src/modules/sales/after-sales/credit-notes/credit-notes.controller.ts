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
} from '../../../../api';
import {
  NotFound,
  ReferenceMismatch,
  InvalidRequest,
  ReferenceNotFound,
} from '../../../../core/errors';
import {
  VoucherCurrencyMismatch,
  VoucherExpired,
  VoucherNotFound,
  InsufficientVoucherBalance,
} from '../../../users';
import { type DocumentPlan, Documents } from '../../documents';
import { AnnulmentDto } from '../../documents/changes/annulment.dto';
import { DocumentAnnulled } from '../../documents/changes/document-annulments';
import { defineIssuedDocumentList } from '../../documents/lists/issued-documents';
import { documentRecord } from '../../documents/records/document.record';
import {
  InvoicedAgain,
  CreditTooLarge,
  ReasonCodeRequiresSpanishSeller,
  TaxGroupsShareLines,
  ReasonCodeRequiresFullInvoice,
} from './credit-errors';
import { CreditNoteAnnulments } from './credit-note-annulments';
import {
  NothingLeftToCredit,
  AlreadyGenerated,
  InvoiceExchanged,
} from '../../documents/copies/generation-errors';
import { AmountsTooLarge } from '../amounts/amounts-too-large';
import { AdditionalItemsTooLarge } from '../rmas/additional-item-limits';
import { ReturnCreditNotes } from './return-credit-notes';
import { InvoiceMissing } from './invoice-missing';
import { InvoiceCreditDto } from './invoice-credit.dto';
import { InvoiceCreditNotes } from './invoice-credit-notes';
import {
  fromNumberOptions,
  IssuedListQuery,
  toNumberOptions,
} from '../../documents/lists/issued-documents.dto';

const creditNotesOpenApiTag: OpenApiTag = {
  name: 'Credit notes',
  position: 700,
  description:
    'Refunds of returns and corrections of invoices, computed from their lines. Numbers are without gaps.',
};

const voucherErrors = [
  VoucherCurrencyMismatch,
  VoucherExpired,
  VoucherNotFound,
  InsufficientVoucherBalance,
];
const creditNoteList = defineIssuedDocumentList({
  numberFilterInfix: 'CreditNote',
  responseKey: 'creditNotes',
});

class CreditNoteListQuery extends IssuedListQuery {
  @Int(fromNumberOptions)
  fromCreditNoteNumber!: number;

  @Int(toNumberOptions)
  toCreditNoteNumber!: number;
}

/** Credit notes of returns (specification, Sales documents), and those of invoices. */
@ApiController('', { area: 'sales', openApiTag: creditNotesOpenApiTag })
export class CreditNotesController {
  constructor(
    private readonly documents: Documents,
    private readonly annulments: CreditNoteAnnulments,
    private readonly returnCreditNotes: ReturnCreditNotes,
    private readonly invoiceCreditNotes: InvoiceCreditNotes,
  ) {}

  @List('creditNotes', {
    summary: 'List credit notes, newest first',
    description:
      'Filters by dates, numbers, headquarter, customer etc. `q` searches numbers, names, e-mail addresses, ' +
      'transaction ids and rows. `expand=document` returns whole documents.',
    returns: creditNoteList.pageResponse,
    errors: [ReferenceMismatch],
  })
  listCreditNotes(
    @QueryParams() query: CreditNoteListQuery,
    @ResponseLoadPlan() plan: DocumentPlan,
  ) {
    return this.documents.listPage('creditNote', creditNoteList.listing, { ...query }, plan);
  }

  @Read('creditNotes/:id', {
    openApiJournalLinkKind: 'creditNote',
    summary: 'Read a credit note',
    description:
      'Returns the whole credit note with rows, taxes and totals. `PARENT` is its return, or the invoice that it ' +
      'corrects. It only changes when it is annulled.',
    returns: documentRecord,
    pathExamples: { id: 10 },
  })
  getCreditNote(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.documents.get('creditNote', id, plan);
  }

  @Create('creditNotes/:id/annulment', {
    summary: 'Annul a credit note',
    description:
      'Use this for a credit note of a transaction that never took place. The credit note keeps its number, and its ' +
      'amounts can be credited again. Vouchers lose the balance that it restored.',
    returns: documentRecord,
    errors: [NotFound, DocumentAnnulled, InvoicedAgain, ...voucherErrors],
    destructive: true,
    isExtension: true,
    pathExamples: { id: 10 },
  })
  async annulCreditNote(
    @PathParams() { id }: IdPath,
    @RequestBody('annulment') { reason }: AnnulmentDto,
    @ResponseLoadPlan() plan: DocumentPlan,
  ) {
    await this.annulments.annul(id, reason);
    return this.documents.get('creditNote', id, plan);
  }

  @Create('returns/:id/creditNotes', {
    summary: 'Create the credit note of a return',
    description:
      'A return has one credit note; its order must have an open invoice. The credit note has the lines with their part of ' +
      'the invoiced amount, and the additional items of the RMA, with their taxes. When everything has been returned, the ' +
      'credit notes of an order total exactly the invoiced amount.',
    returns: documentRecord,
    errors: [
      NotFound,
      AlreadyGenerated,
      InvoiceMissing,
      NothingLeftToCredit,
      AdditionalItemsTooLarge,
      AmountsTooLarge,
    ],
    cost: 'HEAVY',
    pathExamples: { id: 7 },
  })
  async createCreditNote(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    const creditNoteId = await this.returnCreditNotes.generate(id);
    return this.documents.get('creditNote', creditNoteId, plan);
  }

  @Read('returns/:id/creditNotes', {
    summary: 'Read the credit note of a return',
    description: 'Returns a list with the credit note; it is empty while the return has none.',
    returns: collectionResponse('creditNotes', documentRecord),
    pathExamples: { id: 7 },
  })
  listReturnCreditNotes(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: DocumentPlan) {
    return this.returnCreditNotes.listByReturn(id, plan);
  }

  @Create('invoices/:id/creditNotes', {
    summary: 'Create a credit note of an invoice',
    description:
      'Credits everything that is left, quantities or amounts of lines, or amounts of tax groups, without a return. The ' +
      '`PARENT` of the credit note is the invoice. A fully credited invoice is closed: its order can be invoiced again, ' +
      'for example for another buyer or with another rate.',
    returns: documentRecord,
    errors: [
      InvalidRequest,
      NotFound,
      NothingLeftToCredit,
      CreditTooLarge,
      TaxGroupsShareLines,
      DocumentAnnulled,
      InvoiceExchanged,
      ReasonCodeRequiresSpanishSeller,
      ReasonCodeRequiresFullInvoice,
      ReferenceNotFound,
      ReferenceMismatch,
      AmountsTooLarge,
    ],
    pathExamples: { id: 4 },
    isExtension: true,
  })
  async createInvoiceCreditNote(
    @PathParams() { id }: IdPath,
    @RequestBody('creditNotes') body: InvoiceCreditDto,
    @ResponseLoadPlan() plan: DocumentPlan,
  ) {
    const creditNoteId = await this.invoiceCreditNotes.generate(id, body);
    return this.documents.get('creditNote', creditNoteId, plan);
  }
}
