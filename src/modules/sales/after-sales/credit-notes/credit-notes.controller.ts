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
} from '../../../../api';
import { NotFound, ReferenceMismatch } from '../../../../core/errors';
import type { TablePlan } from '../../../../core/load-plan';
import { UnitOfWork } from '../../../../database';
import {
  VoucherCurrencyMismatch,
  VoucherExpired,
  VoucherNotFound,
  VoucherSpent,
} from '../../../users';
import { Documents } from '../../documents';
import { AnnulmentDto } from '../../documents/changes/annulment.dto';
import { DocumentAnnulled } from '../../documents/changes/annulments';
import type { SalesDocument } from '../../documents/entities/document.entity';
import { issuedDocumentList } from '../../documents/lists/issued-documents';
import { documentRecord } from '../../documents/records/document.record';
import { CreditNoteListQuery } from './credit-note-list.dto';
import { InvoicedAgain } from './credit-errors';
import { CreditNoteAnnulments } from './credit-note-annulments';
import { creditNotesOpenApiTag } from './credit-notes.openapi-tag';

const voucherErrors = [VoucherCurrencyMismatch, VoucherExpired, VoucherNotFound, VoucherSpent];
const creditNotes = issuedDocumentList('CreditNote', 'creditNotes');

/** Reads credit notes (specification, Sales documents), which are created under their sources, and annuls them. */
@ApiController('creditNotes', {
  area: 'sales',
  openApiTag: creditNotesOpenApiTag,
  examples: { id: 10 },
})
export class CreditNotesController {
  constructor(
    private readonly documents: Documents,
    private readonly annulments: CreditNoteAnnulments,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @List('', {
    summary: 'List credit notes, newest first',
    description:
      'Filters by dates, numbers, headquarter, customer etc. `q` searches numbers, names, e-mail addresses, ' +
      'transaction ids and rows. `expand=document` returns whole documents.',
    returns: creditNotes.pages,
    errors: [ReferenceMismatch],
  })
  listCreditNotes(
    @QueryParams() query: CreditNoteListQuery,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.documents.listPage('creditNote', creditNotes.listing, { ...query }, plan);
  }

  @Read(':id', {
    journalKind: 'creditNote',
    summary: 'Read a credit note',
    description:
      'Returns the whole credit note with rows, taxes and totals. `PARENT` is its return, or the invoice that it ' +
      'corrects. It only changes when it is annulled.',
    returns: documentRecord,
  })
  getCreditNote(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.documents.get('creditNote', id, plan);
  }

  @Create(':id/annulment', {
    summary: 'Annul a credit note',
    description:
      'Use this for a credit note of a transaction that never took place. The credit note keeps its number, and its ' +
      'amounts can be credited again. Vouchers lose the balance that it restored.',
    returns: documentRecord,
    errors: [NotFound, DocumentAnnulled, InvoicedAgain, ...voucherErrors],
    destructive: true,
    extension: true,
  })
  annulCreditNote(
    @PathParams() { id }: IdPath,
    @RequestBody('annulment') { reason }: AnnulmentDto,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.annulments.annul(id, reason);
      return this.documents.get('creditNote', id, plan);
    });
  }
}
