import {
  ApiController,
  collectionResponse,
  Create,
  IdPath,
  PathParams,
  ResponseLoadPlan,
  Read,
} from '../../../../api';
import { NotFound } from '../../../../core/errors';
import type { TablePlan } from '../../../../core/load-plan';
import { UnitOfWork } from '../../../../database';
import { Documents } from '../../documents';
import { NothingLeftToCredit, AlreadyGenerated } from '../../documents/copies/generation-errors';
import type { SalesDocument } from '../../documents/entities/document.entity';
import { documentRecord } from '../../documents/records/document.record';
import { AmountsTooLarge } from '../amounts/amounts-too-large';
import { AdditionalItemsTooLarge } from '../rmas/item-limits';
import { CreditNotes } from './credit-notes';
import { creditNotesOpenApiTag } from './credit-notes.openapi-tag';
import { InvoiceMissing } from './invoice-missing';

/** Specification, Sales documents: the credit note of a return. */
@ApiController('returns', { area: 'sales', openApiTag: creditNotesOpenApiTag, examples: { id: 7 } })
export class ReturnCreditNotesController {
  constructor(
    private readonly creditNotes: CreditNotes,
    private readonly documents: Documents,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Create(':id/creditNotes', {
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
  })
  createCreditNote(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.unitOfWork.run(async () => {
      const creditNoteId = await this.creditNotes.generate(id);
      return this.documents.get('creditNote', creditNoteId, plan);
    });
  }

  @Read(':id/creditNotes', {
    summary: 'Read the credit note of a return',
    description: 'Returns a list with the credit note; it is empty while the return has none.',
    returns: collectionResponse('creditNotes', documentRecord),
  })
  listReturnCreditNotes(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.creditNotes.listByReturn(id, plan);
  }
}
