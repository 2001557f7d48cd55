import {
  ApiController,
  IdPath,
  List,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  Read,
} from '../../../../api';
import type { TablePlan } from '../../../../core/load-plan';
import { documentRecord, Documents, issuedDocumentList, type SalesDocument } from '../../documents';
import { CreditNoteListQuery } from './credit-note-list.dto';
import { creditNotesOpenApiTag } from './credit-notes.openapi-tag';

const creditNotes = issuedDocumentList('CreditNote', 'creditNotes');

/** Specification, Sales documents: credit notes are read here; they are made where their source is. */
@ApiController('creditNotes', {
  area: 'sales',
  heading: creditNotesOpenApiTag,
  examples: { id: 10 },
})
export class CreditNotesController {
  constructor(private readonly documents: Documents) {}

  @List('', {
    summary: 'List credit notes, newest first',
    description:
      'Refunds page by page, filtered by dates, numbers, headquarter, customer and the like; ' +
      '`q` looks into numbers, names, e-mail addresses, transaction ids and lines. ' +
      '`expand=document` answers them whole.',
    returns: creditNotes.pages,
  })
  listCreditNotes(
    @QueryParams() query: CreditNoteListQuery,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.documents.listPage('creditNote', creditNotes.listing, { ...query }, plan);
  }

  @Read(':id', {
    summary: 'Read a credit note',
    description:
      'The whole refund with lines, taxes and totals. `PARENT` is the return that it was made ' +
      'of, or the invoice that it corrects; nothing changes it any more.',
    returns: documentRecord,
  })
  getCreditNote(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.documents.get('creditNote', id, plan);
  }
}
