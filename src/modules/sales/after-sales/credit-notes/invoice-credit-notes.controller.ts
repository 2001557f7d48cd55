import {
  ApiController,
  RequestBody,
  Create,
  IdPath,
  PathParams,
  ResponseLoadPlan,
} from '../../../../api';
import {
  InvalidRequest,
  NotFound,
  ReferenceMismatch,
  ReferenceNotFound,
} from '../../../../core/errors';
import type { TablePlan } from '../../../../core/load-plan';
import { UnitOfWork } from '../../../../database';
import { Documents } from '../../documents';
import { DocumentAnnulled } from '../../documents/changes/annulments';
import { InvoiceExchanged, NothingLeftToCredit } from '../../documents/copies/generation-errors';
import type { SalesDocument } from '../../documents/entities/document.entity';
import { documentRecord } from '../../documents/records/document.record';
import { AmountsTooLarge } from '../amounts/amounts-too-large';
import {
  CreditTooLarge,
  ReasonCodeForeign,
  SeveralTaxes,
  ReasonCodeOfSimplified,
} from './credit-errors';
import { creditNotesOpenApiTag } from './credit-notes.openapi-tag';
import { InvoiceCreditDto } from './invoice-credit.dto';
import { InvoiceCredits } from './invoice-credits';

/** Credit notes of an invoice; an addition to the specification. */
@ApiController('invoices', {
  area: 'sales',
  openApiTag: creditNotesOpenApiTag,
  examples: { id: 4 },
  extension: true,
})
export class InvoiceCreditNotesController {
  constructor(
    private readonly invoiceCredits: InvoiceCredits,
    private readonly documents: Documents,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Create(':id/creditNotes', {
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
      SeveralTaxes,
      DocumentAnnulled,
      InvoiceExchanged,
      ReasonCodeForeign,
      ReasonCodeOfSimplified,
      ReferenceNotFound,
      ReferenceMismatch,
      AmountsTooLarge,
    ],
  })
  createInvoiceCreditNote(
    @PathParams() { id }: IdPath,
    @RequestBody('creditNotes') body: InvoiceCreditDto,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.unitOfWork.run(async () => {
      const creditNoteId = await this.invoiceCredits.generate(id, body);
      return this.documents.get('creditNote', creditNoteId, plan);
    });
  }
}
